import { LockMode } from '@mikro-orm/core'
import { forWorkspace, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type accounts,
  type CallContext,
  fail,
  includesRole,
  type member,
  newId,
  type OutputOf,
  type Role,
  refuseUnconfirmed,
  roles,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { exceeds, presentKey } from '../access/keys/key.ts'
import { endKey } from '../access/keys/keys.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, type ApiKeyRow, Invitation, Member, type MemberRow, Workspace } from '../entities/workspace.ts'

/** A role in a workspace, and the numbers it is restricted to. */
type Position = { role: Role; numbers?: readonly string[] | null | undefined }

/** Fails unless the caller may decide about a position. Only a recently authenticated owner manages admins, and no one grants numbers they lack. */
export function refuseBeyond({ role, numbers, session, confirmed }: CallContext, position: Position): void {
  if (includesRole(position.role, 'admin')) {
    const message = 'Only owners decide about admins and owners; ask an owner of the workspace.'
    if (role !== 'owner') fail('role:insufficient', { message })
    refuseUnconfirmed({ session, confirmed })
  }
  if (exceeds(position.numbers, numbers)) {
    fail('scope:missing', { message: 'You cannot decide about numbers that you may not use yourself.' })
  }
}

/** Locks a workspace's team until the end of the transaction, so that two owners can't remove each other at once. */
export async function lockTeam(em: Em, workspaceId: string): Promise<void> {
  await em.findOne(Workspace, { workspaceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/** Finds a member of the caller's workspace and locks the team. */
export async function takeMember({ em, workspace }: VerbContext, id: string): Promise<MemberRow> {
  await lockTeam(em, workspace)
  return (await em.findOne(Member, { id })) ?? fail('member:not_found')
}

/** Fails if a change would leave no owner who can sign in. */
export async function keepOwner({ em }: Pick<VerbContext, 'em'>, { id }: MemberRow): Promise<void> {
  const others = { id: { $ne: id }, role: 'owner' as const, personId: { $ne: null }, disabledAt: null }
  if ((await em.count(Member, others)) === 0) fail('member:last_owner')
}

type Em = VerbContext['em']

/** Whether a lower role or, in the same role, the loss of a number makes a position allow less than the previous one. Then `endActs` follows. */
export function isLess(position: Position, previous: Position): boolean {
  if (roles.indexOf(position.role) !== roles.indexOf(previous.role))
    return roles.indexOf(position.role) < roles.indexOf(previous.role)
  if (!position.numbers) return false
  return !previous.numbers || previous.numbers.some((each) => !position.numbers?.includes(each))
}

/**
 * Ends what a member did who leaves or loses access: withdraws the open invitations that they made and, on request, revokes the keys that
 * they created. Includes what was created with such a key. Otherwise, they could come back, or go on with a key that they noted. A restricted
 * caller sees and revokes only keys limited to its own numbers. Returns the keys that were in force, revoked or not.
 */
export async function endActs(
  ctx: VerbContext<GatewayRuntime>,
  { em, member, revokeKeys }: { em: Em; member: string; revokeKeys: boolean },
): Promise<{ keys: NonNullable<OutputOf<typeof accounts.team.update>['keys']> }> {
  const createdKeys = await keysOf(em, member)
  const creators = [`member ${member}`, ...createdKeys.map(({ id }) => `key ${id}`)]
  const invitations = await em.find(Invitation, { kind: 'invitation', createdBy: { $in: creators } })
  em.remove(invitations)
  await em.flush()
  const { numbers } = ctx.call
  const isVisible = ({ numbers: keyNumbers }: ApiKeyRow) =>
    !numbers || Boolean(keyNumbers?.every((each) => numbers.includes(each as never)))
  const now = Date.now()
  const inForce = createdKeys.filter(
    (row) => !row.revokedAt && (!row.expiresAt || row.expiresAt.getTime() > now) && isVisible(row),
  )
  if (revokeKeys) for (const row of inForce) await endKey({ ...ctx, em }, row)
  return { keys: inForce.map(presentKey) }
}

/** Finds and locks the keys that a member created, and the keys created with those, oldest first. */
async function keysOf(em: Em, member: string): Promise<ApiKeyRow[]> {
  const found = new Map<string, ApiKeyRow>()
  const locked = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const
  let creators = { type: 'member' as 'member' | 'key', ids: [member] }
  while (creators.ids.length > 0) {
    const created = { createdByType: creators.type, createdById: { $in: creators.ids } }
    const rows = await em.find(ApiKey, created, locked)
    const fresh = rows.filter(({ id }) => !found.has(id))
    for (const row of fresh) found.set(row.id, row)
    creators = { type: 'key', ids: fresh.map(({ id }) => id) }
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Adds a member to any workspace, for operators. The member cannot sign in, but chats can be assigned to them. */
export const create: Verb<typeof accounts.members.create, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace, name, email } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  if (await em.findOne(Member, { email })) fail('member:duplicate')
  const row = em.create(Member, { workspaceId: workspace, id: newId('mem'), name, email, createdAt: new Date() })
  await em.flush()
  announceMember(ctx, row)
  return { ...presentMember(row), workspace }
}

/** Lists the members of one workspace or all workspaces, for operators, oldest first. Not filtered by workspace. */
export const list: Verb<typeof accounts.members.list, GatewayRuntime> = async ({ ctx, input }) => {
  const where = input.workspace ? { workspaceId: input.workspace } : {}
  const rows = await ctx.em.find(Member, where, { filters: false, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...presentMember(row), workspace: row.workspaceId }))
}

/** Changes a member of any workspace, for operators. The address for signing in stays; an invitation sent to the old address ends. */
export const update: Verb<typeof accounts.members.update, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeAnyMember(ctx, input.id)
  const workspace = row.workspaceId
  const { name = row.name, email = row.email } = input
  const em = forWorkspace(ctx.em, workspace)
  if (email !== row.email && (await em.findOne(Member, { email }))) fail('member:duplicate')
  if (name === row.name && email === row.email) return { ...presentMember(row), workspace }
  // The link went to the old address.
  if (email !== row.email) await withdrawInvitation(em, row)
  row.name = name
  row.email = email
  row.version += 1
  await ctx.em.flush()
  announceMember(ctx, row)
  return { ...presentMember(row), workspace }
}

/** Removes a member from their workspace, for operators, even its last owner. The invitations that they made end, and on request their keys. */
export const remove: Verb<typeof accounts.members.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeAnyMember(ctx, input.id)
  const { id, workspaceId: workspace, version } = row
  const em = forWorkspace(ctx.em, workspace)
  await endActs(ctx, { em, member: id, revokeKeys: input.revokeKeys })
  await withdrawInvitation(em, row)
  ctx.em.remove(row)
  await ctx.em.flush()
  ctx.emit({ kind: 'member:removed', workspace, data: { id }, aggregate: { id, version: version + 1 } })
  return { id, deleted: true }
}

/** Deletes the open invitation to a member's address. Its link would give a member who joined another role, or their access back. */
export async function withdrawInvitation(em: VerbContext['em'], { email }: MemberRow): Promise<void> {
  await em.nativeDelete(Invitation, { kind: 'invitation', email })
}

/** Finds a member of any workspace and locks their team, for operators. Reads them again after waiting for the lock, because they may have changed. */
async function takeAnyMember({ em }: Pick<VerbContext, 'em'>, id: string): Promise<MemberRow> {
  const find = async () =>
    (await em.findOne(Member, { id }, { filters: false, refresh: true })) ?? fail('member:not_found')
  const { workspaceId } = await find()
  await lockTeam(forWorkspace(em, workspaceId), workspaceId)
  return find()
}

/** Returns a member as operators see them. */
function presentMember(row: MemberRow): z.output<typeof member> {
  return { id: row.id, name: row.name, email: row.email, createdAt: row.createdAt.toISOString() }
}

/** Announces a member to services that show names and email addresses, and to subscribed webhooks. */
export function announceMember({ emit }: Pick<VerbContext, 'emit'>, row: MemberRow): void {
  const { id, workspaceId: workspace, name, email, role, disabledAt, version } = row
  emit({
    kind: 'member:updated',
    workspace,
    data: { id, name, email, role, disabled: Boolean(disabledAt) },
    aggregate: { id, version },
  })
}
