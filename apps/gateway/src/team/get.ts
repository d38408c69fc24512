import type { Verb } from '@posthorn/chassis'
import { type accounts, fail, type OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member } from '../entities/member.ts'
import { presentTeam } from './present.ts'

/** Shows a member of the caller's workspace. */
export const get: Verb<typeof accounts.team.get, GatewayRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Member, { id: input.id })) ?? fail('member:not_found')
  const [shown] = await presentTeam(ctx, [row])
  return shown as OutputOf<typeof accounts.team.get>
}
