import type { PreparedVerb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'
import { acrossWorkspaces } from '../people/person.sql.ts'
import { endSessions } from '../sessions/session.sql.ts'
import { belongsElsewhere } from './belongs-elsewhere.sql.ts'
import { endActs } from './leave.ts'
import { keepOwner, refuseBeyond, takeMember } from './permit.ts'

/** Removes a member from the caller's workspace and announces it. */
export const remove: PreparedVerb<typeof accounts.team.remove, GatewayRuntime, boolean> = {
  prepare: ({ ctx, input }) => acrossWorkspaces(ctx.runtime, (em) => belongsElsewhere(em, ctx.workspace, input.id)),
  async run({ ctx, input, prepared: isElsewhere }) {
    const row = await takeMember(ctx, input.id)
    refuseBeyond(ctx.call, row)
    if (row.role === 'owner' && !row.disabledAt) await keepOwner(ctx, row)
    const { id, personId, version } = row
    await endActs(ctx, { em: ctx.em, member: id, revokeKeys: input.revokeKeys })
    if (!personId) await ctx.em.nativeDelete(Invitation, { kind: 'invitation', email: row.email })
    ctx.em.remove(row)
    await ctx.em.flush()
    if (personId && !isElsewhere) await endSessions(ctx.em, personId, null)
    ctx.emit({ kind: 'member:removed', data: { id }, aggregate: { id, version: (version ?? 1) + 1 } })
    return { id, deleted: true }
  },
}
