import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'
import { withinNumbers } from '../keys/find.ts'

/** Withdraws an invitation to the caller's workspace. */
export const remove: Verb<typeof accounts.invitations.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const seen = { $and: [{ id: input.id, kind: 'invitation' as const }, withinNumbers(ctx.call)] }
  const row = (await ctx.em.findOne(Invitation, seen)) ?? fail('invitation:not_found')
  ctx.em.remove(row)
  await ctx.em.flush()
  return { id: input.id, removed: true }
}
