import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from '../groups/announce.ts'
import { pendingChange, withPending } from '../groups/changes.ts'
import { lockOwnGroup, refuseUnlessActive } from '../groups/find.ts'
import { requestChange } from '../groups/request-change.sql.ts'
import { presentInvite } from './present.ts'

/** Asks the provider for a new link; one that is being made is not asked for twice. */
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
