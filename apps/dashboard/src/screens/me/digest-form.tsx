import { Checkbox } from '@mantine/core'
import { auth, type SignedIn } from '../../api/auth.ts'
import { useAction } from '../../api/use-action.ts'
import { Panel } from '../../parts/page.tsx'
import { beginSession } from '../../session/session.ts'
import { say } from '../../words/say.ts'

/** Turns the daily mail about pending work on and off. */
export function DigestForm({ person }: { person: SignedIn['person'] }) {
  const choose = useAction({ run: auth.digest, changes: [] })
  return (
    <Panel title={say('digest.title')}>
      <Checkbox
        label={say('digest.daily')}
        description={say(person.proven ? 'digest.why' : 'digest.unproven')}
        checked={person.digest}
        disabled={choose.isPending || (!person.proven && !person.digest)}
        onChange={(event) => choose.mutate(event.currentTarget.checked, { onSuccess: beginSession })}
      />
    </Panel>
  )
}
