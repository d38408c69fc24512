import { Button, type ButtonProps } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { api, useAction } from '../api/api.ts'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'

type Props = { contact: Contact; size?: ButtonProps['size'] }

/** Buttons that opt a contact out or in again, and block or unblock it. */
export function ConsentButtons({ contact: { id, blocked, optedOutAt }, size = 'sm' }: Props) {
  const may = useMay()
  const changes = [['contacts', useWorkspaceId()]]
  const block = useAction({ run: () => (blocked ? api.contacts.unblock({ id }) : api.contacts.block({ id })), changes })
  const optOut = useAction({
    run: () => (optedOutAt === null ? api.contacts.optOut({ id }) : api.contacts.optIn({ id })),
    changes,
  })
  return (
    <>
      {may('contacts.optOut') && (
        <Button variant="default" size={size} loading={optOut.isPending} onClick={() => optOut.mutate(undefined)}>
          {say(optedOutAt === null ? 'contact.optOut' : 'contact.optIn')}
        </Button>
      )}
      {may('contacts.block') && (
        <Button variant="default" size={size} loading={block.isPending} onClick={() => block.mutate(undefined)}>
          {say(blocked ? 'contact.unblock' : 'contact.block')}
        </Button>
      )}
    </>
  )
}
