import { LockMode } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { type accounts, fail, failUnknown, type Id, keyOfName, newId, type OutputOf } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department, DepartmentMember, type DepartmentRow, Member } from '../entities/workspace.ts'

const departmentsMax = 100

/** Creates a department with its members. Refuses a name that another one has, and more departments than a workspace can have. */
export const create: Verb<typeof accounts.departments.create, GatewayRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { name, description = null, color = null, icon = null, members = [] } = input
  const [id, nameKey, now] = [newId('dep'), keyOfName(name), new Date()]
  await refuseDuplicate(ctx, id, nameKey)
  if ((await em.count(Department, {})) >= departmentsMax) fail('department:too_many')
  const fields = { id, name, nameKey, description, color, icon, version: 1, createdAt: now, updatedAt: now }
  const row = em.create(Department, { workspaceId, ...fields })
  await em.flush()
  await setMembers(ctx, id, members)
  return announceDepartment(ctx, await presentDepartment(ctx, row))
}

export const get: Verb<typeof accounts.departments.get, GatewayRuntime> = async ({ ctx, input }) =>
  presentDepartment(ctx, (await ctx.em.findOne(Department, { id: input.id })) ?? fail('department:not_found'))

export const list: Verb<typeof accounts.departments.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<DepartmentRow>(ctx, input, {
    entity: Department,
    list: 'departments',
    order: { column: 'nameKey', direction: 'asc' },
    where: {},
  })
  return { items: await presentDepartments(ctx, page.rows), next: page.next }
}

/** Changes the given fields. Members, if given, replace all earlier ones. */
export const update: Verb<typeof accounts.departments.update, GatewayRuntime> = async ({ ctx, input }) => {
  const { id, members } = input
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await ctx.em.findOne(Department, { id }, { lockMode })) ?? fail('department:not_found')
  const { name = row.name, description = row.description ?? null, color = row.color, icon = row.icon } = input
  const nameKey = keyOfName(name)
  await refuseDuplicate(ctx, id, nameKey)
  ctx.em.assign(row, { name, nameKey, description, color, icon, version: row.version + 1, updatedAt: new Date() })
  await ctx.em.flush()
  if (members) await setMembers(ctx, id, members)
  return announceDepartment(ctx, await presentDepartment(ctx, row))
}

/** Deletes a department. Its members stay on the team. */
export const remove: Verb<typeof accounts.departments.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await ctx.em.findOne(Department, { id: input.id }, { lockMode })) ?? fail('department:not_found')
  await ctx.em.remove(row).flush()
  const aggregate = { id: row.id, version: row.version + 1 }
  ctx.emit({ kind: 'department:removed', data: { id: row.id as Id<'dep'> }, aggregate })
  return { id: input.id, deleted: true }
}

/** Announces a department to services that assign chats to its members. */
function announceDepartment({ emit }: Pick<VerbContext, 'emit'>, department: DepartmentView): DepartmentView {
  const { id, name, members, version } = department
  emit({ kind: 'department:updated', data: { id, name, members }, aggregate: { id, version } })
  return department
}

/** Replaces a department's members; fails if an id isn't a member's. Locks the members, so that they can't leave in the meantime. */
async function setMembers(
  { em, workspace }: Pick<VerbContext, 'em' | 'workspace'>,
  departmentId: string,
  members: readonly string[],
): Promise<void> {
  const memberIds = [...new Set(members)]
  const options = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } } as const
  const found = new Set((await em.find(Member, { id: { $in: memberIds } }, options)).map(({ id }) => id))
  const missing = members.findIndex((id) => !found.has(id))
  if (missing >= 0) {
    failUnknown('member:not_found', `members.${missing}`)
  }
  await em.nativeDelete(DepartmentMember, { departmentId })
  for (const memberId of memberIds) em.create(DepartmentMember, { workspaceId: workspace, departmentId, memberId })
  await em.flush()
}

type DepartmentView = OutputOf<typeof accounts.departments.create>

/** Presents departments with the ids of their members, read for all of them at once. */
async function presentDepartments(
  { em }: Pick<VerbContext, 'em'>,
  rows: readonly DepartmentRow[],
): Promise<DepartmentView[]> {
  const departmentId = { $in: rows.map(({ id }) => id) }
  const memberships = await em.find(DepartmentMember, { departmentId }, { orderBy: { memberId: 'asc' } })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description ?? null,
    color: row.color ?? null,
    icon: row.icon ?? null,
    members: memberships
      .filter((membership) => membership.departmentId === row.id)
      .map((membership) => membership.memberId),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

async function presentDepartment(context: Pick<VerbContext, 'em'>, row: DepartmentRow): Promise<DepartmentView> {
  const [shown] = await presentDepartments(context, [row])
  return shown as DepartmentView
}

/** Fails if another department has the name. */
async function refuseDuplicate({ em }: Pick<VerbContext, 'em'>, ownId: string, nameKey: string): Promise<void> {
  if ((await em.count(Department, { id: { $ne: ownId }, nameKey })) === 0) return
  const message = 'is taken by another department'
  fail('department:duplicate', { errors: [{ path: 'name', code: 'department:duplicate', message }] })
}
