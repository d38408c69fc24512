import { Checkbox, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFault } from '../../parts/form-errors.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { kindsQuery } from './data.ts'
import styles from './webhooks.module.css'

type Props = { chosen: readonly string[]; onChange: (kinds: string[]) => void; isReadOnly: boolean }

/** Selects events: all, all of a noun, or single kinds, with descriptions. */
export function KindsField({ chosen, onChange, isReadOnly }: Props) {
  const kinds = useQuery(kindsQuery(useWorkspaceId())).data ?? []
  const fault = useFault('events', chosen)
  const nouns = Map.groupBy(kinds, ({ event }) => nounOf(event))
  // Some kinds are only sent to webhooks that name them, so a noun doesn't include them.
  const set = (kind: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, kind] : chosen.filter((each) => each !== kind))
  const box = (kind: string, label: string, help?: string) => (
    <Checkbox
      key={kind}
      size="xs"
      label={label}
      description={help}
      checked={chosen.includes(kind)}
      disabled={isReadOnly}
      onChange={(event) => set(kind, event.currentTarget.checked)}
    />
  )
  return (
    <fieldset className={styles.kinds}>
      <legend>{say('webhook.events')}</legend>
      {fault && <Input.Error>{fault}</Input.Error>}
      {box('*', say('webhook.all'))}
      {[...nouns].map(([noun, of]) => (
        <div key={noun}>
          {box(`${noun}:*`, `${noun}:*`)}
          <div className={styles.single}>
            {of.map(({ event, when }) => box(event, event, when.replaceAll('`', '')))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

const nounOf = (kind: string) => kind.split(':')[0] ?? kind
