import { listPage, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Department, type DepartmentRow } from '../entities/department.ts'
import { presentDepartments } from './present.ts'

/** Lists the departments of the caller's workspace, by name. */
export const list: Verb<typeof accounts.departments.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<DepartmentRow>(ctx, input, {
    entity: Department,
    list: 'departments',
    order: { column: 'nameKey', direction: 'asc' },
    where: {},
  })
  return { items: await presentDepartments(ctx, page.rows), next: page.next }
}
