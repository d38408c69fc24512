import type { Verb } from '@posthorn/chassis'
import type { groups, OutputOf } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import type { GroupRow } from '../entities/group.ts'
import { announce } from '../groups/announce.ts'
import { pendingChange, withPending } from '../groups/changes.ts'
import { findGroup, lockOwnGroup, refuseUnlessActive } from '../groups/find.ts'
import { requestChange } from '../groups/request-change.sql.ts'

function presentInvite({ inviteLink, changes }: GroupRow): OutputOf<typeof groups.invites.get> {
  const change = changes.find(({ setting }) => setting === 'invite')
  const status = change?.status === 'pending' ? 'renewing' : 'valid'
  return { link: inviteLink ?? null, status, error: change?.error ?? null }
}

export const get: Verb<typeof groups.invites.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentInvite(await findGroup(ctx, input.id))

/** Asks the provider for a new link, unless one was requested already. */
export const revoke: Verb<typeof groups.invites.revoke, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  refuseUnlessActive(row)
  if (pendingChange(row.changes, 'invite')) return presentInvite(row)
  row.changes = withPending(row.changes, { setting: 'invite', to: null, at: new Date() })
  await requestChange(ctx.em, row, { pending: { kind: 'invite' } })
  await announce(ctx, row, { change: 'changing' })
  ctx.wake('change')
  return presentInvite(row)
}
