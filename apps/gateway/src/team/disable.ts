import type { PreparedVerb, Verb } from '@posthorn/chassis'
import type { accounts, OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'
import { announceMember } from '../members/announce.ts'
import { acrossWorkspaces } from '../people/person.sql.ts'
import { endSessions } from '../sessions/session.sql.ts'
import { belongsElsewhere } from './belongs-elsewhere.sql.ts'
import { endActs } from './leave.ts'
import { keepOwner, refuseBeyond, takeMember } from './permit.ts'
import { presentTeam } from './present.ts'

type MemberView = OutputOf<typeof accounts.team.get>

/** Keeps a member of the caller's workspace out of it; their invitation ends if they have not joined yet. */
export const disable: PreparedVerb<typeof accounts.team.disable, GatewayRuntime, boolean> = {
  prepare: ({ ctx, input }) => acrossWorkspaces(ctx.runtime, (em) => belongsElsewhere(em, ctx.workspace, input.id)),
  async run({ ctx, input, prepared: isElsewhere }) {
    const row = await takeMember(ctx, input.id)
    refuseBeyond(ctx.call, row)
    const isNew = !row.disabledAt
    if (isNew) {
      if (row.role === 'owner') await keepOwner(ctx, row)
      ctx.em.assign(row, { disabledAt: new Date(), version: (row.version ?? 1) + 1 })
      await ctx.em.flush()
      if (!row.personId) await ctx.em.nativeDelete(Invitation, { kind: 'invitation', email: row.email })
      else if (!isElsewhere) await endSessions(ctx.em, row.personId, null)
      announceMember(ctx, row)
    }
    const [shown] = await presentTeam(ctx, [row])
    const { keys } = await endActs(ctx, { em: ctx.em, member: row.id, revokeKeys: input.revokeKeys })
    return { ...(shown as MemberView), keys }
  },
}

/** Lets a disabled member reach the caller's workspace again. */
export const enable: Verb<typeof accounts.team.enable, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeMember(ctx, input.id)
  refuseBeyond(ctx.call, row)
  if (row.disabledAt) {
    ctx.em.assign(row, { disabledAt: null, version: (row.version ?? 1) + 1 })
    await ctx.em.flush()
    announceMember(ctx, row)
  }
  const [shown] = await presentTeam(ctx, [row])
  return shown as MemberView
}
