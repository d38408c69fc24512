import { listPage, type PreparedVerb, type Verb, type VerbContext } from '@posthorn/chassis'
import { type accounts, fail, type Id, includesRole, type OutputOf } from '@posthorn/contracts'
import { requireNumbers } from '../access/keys/key.ts'
import { endSessions } from '../access/sessions/session.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation, Member, type MemberRow } from '../entities/workspace.ts'
import { announceMember, endActs, isLess, keepOwner, refuseBeyond, takeMember, withdrawInvitation } from './members.ts'
import { acrossWorkspaces, belongsElsewhere, withSecondFactor } from './person.sql.ts'

export const get: Verb<typeof accounts.team.get, GatewayRuntime> = async ({ ctx, input }) =>
  presentMember(ctx, (await ctx.em.findOne(Member, { id: input.id })) ?? fail('member:not_found'))

export const list: Verb<typeof accounts.team.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<MemberRow>(ctx, input, {
    entity: Member,
    list: 'team',
    order: { column: 'name', direction: 'asc' },
    where: {},
  })
  return { items: await presentTeam(ctx, page.rows), next: page.next }
}

type MemberView = OutputOf<typeof accounts.team.get>

/**
 * Changes a member's name, role, numbers or color, and before they join also their invitation. If they lose access, the invitations that they
 * made end, and on request the keys. The response then lists the keys.
 */
export const update: PreparedVerb<typeof accounts.team.update, GatewayRuntime, void> = {
  prepare: ({ ctx, input }) => requireNumbers(ctx, { workspace: ctx.workspace, numbers: input.numbers }),
  async run({ ctx, input }) {
    const row = await takeMember(ctx, input.id)
    const { name = row.name, role = row.role, numbers = row.numbers ?? null, color = row.color } = input
    refuseBeyond(ctx.call, row)
    refuseBeyond(ctx.call, { role, numbers })
    if (row.role === 'owner' && !row.disabledAt && role !== 'owner') await keepOwner(ctx, row)
    const losesAccess = isLess({ role, numbers }, row)
    ctx.em.assign(row, { name, role, color, numbers: numbers && [...numbers], version: row.version + 1 })
    await ctx.em.flush()
    if (!row.personId)
      await ctx.em.nativeUpdate(
        Invitation,
        { kind: 'invitation', email: row.email },
        { role, numbers: row.numbers ?? null },
      )
    announceMember(ctx, row)
    const view = await presentMember(ctx, row)
    if (!losesAccess) return view
    return { ...view, ...(await endActs(ctx, { em: ctx.em, member: row.id, revokeKeys: input.revokeKeys })) }
  },
}

/**
 * Blocks a member from the caller's workspace. Their sessions end unless they belong to another workspace. Withdraws the invitation to them
 * and those that they made, and on request revokes their keys.
 */
export const disable: PreparedVerb<typeof accounts.team.disable, GatewayRuntime, boolean> = {
  prepare: ({ ctx, input }) => acrossWorkspaces(ctx.runtime, (em) => belongsElsewhere(em, ctx.workspace, input.id)),
  async run({ ctx, input, prepared: isElsewhere }) {
    const row = await takeMember(ctx, input.id)
    refuseBeyond(ctx.call, row)
    const isNew = !row.disabledAt
    if (isNew) {
      if (row.role === 'owner') await keepOwner(ctx, row)
      ctx.em.assign(row, { disabledAt: new Date(), version: row.version + 1 })
      await ctx.em.flush()
      await withdrawInvitation(ctx.em, row)
      if (row.personId && !isElsewhere) await endSessions(ctx.em, row.personId, null)
      announceMember(ctx, row)
    }
    const view = await presentMember(ctx, row)
    return { ...view, ...(await endActs(ctx, { em: ctx.em, member: row.id, revokeKeys: input.revokeKeys })) }
  },
}

/** Restores a disabled member's access to the caller's workspace. */
export const enable: Verb<typeof accounts.team.enable, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeMember(ctx, input.id)
  refuseBeyond(ctx.call, row)
  if (row.disabledAt) {
    ctx.em.assign(row, { disabledAt: null, version: row.version + 1 })
    await ctx.em.flush()
    announceMember(ctx, row)
  }
  return presentMember(ctx, row)
}

/** Removes a member from the caller's workspace. What `disable` ends, ends here, too. */
export const remove: PreparedVerb<typeof accounts.team.remove, GatewayRuntime, boolean> = {
  prepare: ({ ctx, input }) => acrossWorkspaces(ctx.runtime, (em) => belongsElsewhere(em, ctx.workspace, input.id)),
  async run({ ctx, input, prepared: isElsewhere }) {
    const row = await takeMember(ctx, input.id)
    refuseBeyond(ctx.call, row)
    if (row.role === 'owner' && !row.disabledAt) await keepOwner(ctx, row)
    const { id, personId, version } = row
    await endActs(ctx, { em: ctx.em, member: id, revokeKeys: input.revokeKeys })
    await withdrawInvitation(ctx.em, row)
    ctx.em.remove(row)
    await ctx.em.flush()
    if (personId && !isElsewhere) await endSessions(ctx.em, personId, null)
    ctx.emit({ kind: 'member:removed', data: { id }, aggregate: { id, version: version + 1 } })
    return { id, deleted: true }
  },
}

/** Presents members to their workspace. For a restricted caller, omits the members' numbers that the caller can't access. */
async function presentTeam(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  rows: readonly MemberRow[],
): Promise<MemberView[]> {
  const isSeen = (id: Id<'num'>) => !call.numbers || call.numbers.includes(id)
  const people = rows.flatMap(({ personId }) => personId ?? [])
  const protectedPeople = await withSecondFactor(em, people)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: statusOf(row),
    numbers: includesRole(row.role, 'admin') ? null : ((row.numbers as Id<'num'>[] | null)?.filter(isSeen) ?? null),
    color: row.color ?? null,
    twoFactor: protectedPeople.has(row.personId ?? ''),
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

async function presentMember(context: Pick<VerbContext, 'em' | 'call'>, row: MemberRow): Promise<MemberView> {
  const [view] = await presentTeam(context, [row])
  return view as MemberView
}

/** Returns whether a member can sign in: not before they have joined, and not while they are disabled. */
function statusOf({ disabledAt, personId }: MemberRow): MemberView['status'] {
  if (disabledAt) return 'disabled'
  return personId ? 'active' : 'invited'
}
