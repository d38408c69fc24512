import { forWorkspace, type Verb, type VerbContext } from '@posthorn/chassis'
import { type accounts, fail, type member, newId } from '@posthorn/contracts'
import type { z } from 'zod'
import type { GatewayRuntime } from '../deps.ts'
import { Member, type MemberRow, Workspace } from '../entities/workspace.ts'
import { endActs } from './permit.ts'

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

/** Changes the name and address of a member of any workspace, for operators. */
export const update: Verb<typeof accounts.members.update, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findMember(ctx, input.id)
  const workspace = row.workspaceId
  const { name = row.name, email = row.email } = input
  const em = forWorkspace(ctx.em, workspace)
  if (email !== row.email && (await em.findOne(Member, { email }))) fail('member:duplicate')
  if (name === row.name && email === row.email) return { ...presentMember(row), workspace }
  row.name = name
  row.email = email
  row.version += 1
  await ctx.em.flush()
  announceMember(ctx, row)
  return { ...presentMember(row), workspace }
}

/** Removes a member from their workspace, for operators. What depends on their access ends, too. */
export const remove: Verb<typeof accounts.members.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findMember(ctx, input.id)
  const { id, workspaceId: workspace, version } = row
  const em = forWorkspace(ctx.em, workspace)
  await endActs(ctx, { em, member: id, revokeKeys: input.revokeKeys })
  ctx.em.remove(row)
  await ctx.em.flush()
  ctx.emit({ kind: 'member:removed', workspace, data: { id }, aggregate: { id, version: version + 1 } })
  return { id, deleted: true }
}

/** Finds a member of any workspace, for operators. Not filtered by workspace. */
async function findMember({ em }: Pick<VerbContext, 'em'>, id: string): Promise<MemberRow> {
  return (await em.findOne(Member, { id }, { filters: false })) ?? fail('member:not_found')
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
    data: { id, name, email, role: role ?? 'agent', disabled: Boolean(disabledAt) },
    aggregate: { id, version },
  })
}
