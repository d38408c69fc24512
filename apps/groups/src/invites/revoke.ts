import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from '../groups/announce.ts'
import { asked, pendingChange } from '../groups/changes.ts'
import { lockOwnGroup, refuseUnlessActive } from '../groups/find.ts'
import { keepWish } from '../groups/wish.sql.ts'
import { presentInvite } from './present.ts'

/** Asks the provider for a new link; one that is being made is not asked for twice. */
export const revoke: Verb<typeof groups.invites.revoke, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  refuseUnlessActive(row)
  if (pendingChange(row.changes, 'invite')) return presentInvite(row)
  row.changes = asked(row.changes, { setting: 'invite', to: null, at: new Date() })
  await keepWish(ctx.em, row, { wish: { kind: 'invite' } })
  await announce(ctx, row, { change: 'changing' })
  ctx.wake('change')
  return presentInvite(row)
}
