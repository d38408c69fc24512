import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { findInvitation } from './find.ts'

/** Withdraws an invitation to the caller's workspace. */
export const remove: Verb<typeof accounts.invitations.remove, GatewayRuntime> = async ({ ctx, input }) => {
  ctx.em.remove(await findInvitation(ctx, input.id))
  await ctx.em.flush()
  return { id: input.id, deleted: true }
}
