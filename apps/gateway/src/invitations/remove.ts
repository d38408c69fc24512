import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'

/** Withdraws an invitation to the caller's workspace. */
export const remove: Verb<typeof accounts.invitations.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Invitation, { id: input.id, kind: 'invitation' })) ?? fail('invitation:not_found')
  ctx.em.remove(row)
  await ctx.em.flush()
  return { id: input.id, removed: true }
}
