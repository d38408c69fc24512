import { Anchor, Text } from '@mantine/core'
import { auth } from '../../api/auth.ts'
import { useAction } from '../../api/use-action.ts'
import { say } from '../../words/say.ts'

/** Says that the own address is not confirmed, and sends the link again. */
export function Unproven({ email }: { email: string }) {
  const send = useAction({ run: auth.sendConfirmation, changes: [], done: () => say('me.linkSent', { email }) })
  return (
    <Text size="sm" mt="md">
      {say('me.unproven')}{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        {say('me.sendLink')}
      </Anchor>
    </Text>
  )
}
