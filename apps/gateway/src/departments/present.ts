import type { VerbContext } from '@posthorn/chassis'
import type { accounts, OutputOf } from '@posthorn/contracts'
import type { DepartmentRow } from '../entities/department.ts'
import { DepartmentMember } from '../entities/department-member.ts'

type DepartmentView = OutputOf<typeof accounts.departments.create>

/** Presents departments with their members. */
export async function presentDepartments(
  { em }: Pick<VerbContext, 'em'>,
  rows: readonly DepartmentRow[],
): Promise<DepartmentView[]> {
  const departmentId = { $in: rows.map(({ id }) => id) }
  const places = await em.find(DepartmentMember, { departmentId }, { orderBy: { memberId: 'asc' } })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description ?? null,
    color: row.color ?? null,
    icon: row.icon ?? null,
    members: places.filter((place) => place.departmentId === row.id).map((place) => place.memberId),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

/** Presents a department with its members. */
export async function presentDepartment(context: Pick<VerbContext, 'em'>, row: DepartmentRow): Promise<DepartmentView> {
  const [shown] = await presentDepartments(context, [row])
  return shown as DepartmentView
}
