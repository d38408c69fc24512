import type { PreparedVerb } from '@posthorn/chassis'
import type { accounts, OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'
import { findNumbers } from '../keys/find-numbers.ts'
import { announceMember } from '../members/announce.ts'
import { endActs, isLess } from './leave.ts'
import { keepOwner, refuseBeyond, takeMember } from './permit.ts'
import { presentTeam } from './present.ts'

type MemberView = OutputOf<typeof accounts.team.get>

/** Changes name, role, numbers and colour of a member of the caller's workspace. */
export const update: PreparedVerb<typeof accounts.team.update, GatewayRuntime, void> = {
  prepare: ({ ctx, input }) => findNumbers(ctx, { workspace: ctx.workspace, numbers: input.numbers }),
  async run({ ctx, input }) {
    const row = await takeMember(ctx, input.id)
    const { name = row.name, role = row.role, numbers = row.numbers ?? null, color = row.color } = input
    refuseBeyond(ctx.call, row)
    refuseBeyond(ctx.call, { role, numbers })
    if (row.role === 'owner' && !row.disabledAt && role !== 'owner') await keepOwner(ctx, row)
    const mayLess = isLess({ role, numbers }, row)
    ctx.em.assign(row, { name, role, color, numbers: numbers && [...numbers], version: (row.version ?? 1) + 1 })
    await ctx.em.flush()
    if (!row.personId)
      await ctx.em.nativeUpdate(
        Invitation,
        { kind: 'invitation', email: row.email },
        { role, numbers: row.numbers ?? null },
      )
    announceMember(ctx, row)
    const [shown] = await presentTeam(ctx, [row])
    if (!mayLess) return shown as MemberView
    const { keys } = await endActs(ctx, { em: ctx.em, member: row.id, revokeKeys: input.revokeKeys })
    return { ...(shown as MemberView), keys }
  },
}
