import type { groups, OutputOf } from '@posthorn/contracts'
import type { GroupRow } from '../entities/chat-group.ts'

/** The invite link of a group as answers show it. */
export function presentInvite({ inviteLink, changes }: GroupRow): OutputOf<typeof groups.invites.get> {
  const change = changes.find(({ setting }) => setting === 'invite')
  const status = change?.status === 'pending' ? 'renewing' : 'valid'
  return { link: inviteLink ?? null, status, error: change?.error ?? null }
}
