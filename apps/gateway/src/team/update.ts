import type { PreparedVerb, VerbContext } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation } from '../entities/invitation.ts'
import type { MemberRow } from '../entities/member.ts'
import { findNumbers } from '../keys/find-numbers.ts'
import { announceMember } from '../members/announce.ts'
import { acrossWorkspaces } from '../people/person.sql.ts'
import { endSessions } from '../sessions/session.sql.ts'
import { belongsElsewhere } from './belongs-elsewhere.sql.ts'
import { endActs, isLess } from './leave.ts'
import { keepOwner, refuseBeyond, takeMember } from './permit.ts'
import { presentTeam } from './present.ts'

/** True when the person of the member can reach another workspace, so that their sessions go on. */
type Prepared = boolean

/** Changes name, role, numbers and colour of a member of the caller's workspace, and disables or enables them. */
export const update: PreparedVerb<typeof accounts.team.update, GatewayRuntime, Prepared> = {
  async prepare({ ctx, input }) {
    await findNumbers(ctx, { workspace: ctx.workspace, numbers: input.numbers })
    return acrossWorkspaces(ctx.runtime, (em) => belongsElsewhere(em, ctx.workspace, input.id))
  },
  async run({ ctx, input, prepared: isElsewhere }) {
    const row = await takeMember(ctx, input.id)
    const { name = row.name, role = row.role, numbers = row.numbers ?? null } = input
    const wasDisabled = Boolean(row.disabledAt)
    const { disabled = wasDisabled } = input
    refuseBeyond(ctx.call, row)
    refuseBeyond(ctx.call, { role, numbers })
    const wasOwner = row.role === 'owner' && !wasDisabled
    if (wasOwner && (role !== 'owner' || disabled)) await keepOwner(ctx, row)
    const isLeaving = (disabled && !wasDisabled) || isLess({ role, numbers }, row)
    if (disabled !== wasDisabled) row.disabledAt = disabled ? new Date() : null
    row.name = name
    row.role = role
    if (input.color !== undefined) row.color = input.color
    row.numbers = numbers && [...numbers]
    row.version = (row.version ?? 1) + 1
    await ctx.em.flush()
    if (!row.personId) await changeInvitation(ctx, row)
    if (disabled && row.personId && !isElsewhere) await endSessions(ctx.em, row.personId, null)
    announceMember(ctx, row)
    const [shown] = await presentTeam(ctx, [row])
    const left = isLeaving
      ? await endActs(ctx, { em: ctx.em, member: row.id, revokeKeys: input.revokeKeys })
      : undefined
    return { ...(shown as NonNullable<typeof shown>), ...(left ? { keys: left.keys } : {}) }
  },
}

/** Lets the invitation of a member who has not joined yet grant what the member has; one of a disabled member ends. */
async function changeInvitation({ em }: Pick<VerbContext, 'em'>, row: MemberRow): Promise<void> {
  const own = { kind: 'invitation' as const, email: row.email }
  if (row.disabledAt) await em.nativeDelete(Invitation, own)
  else await em.nativeUpdate(Invitation, own, { role: row.role ?? 'agent', numbers: row.numbers ?? null })
}
