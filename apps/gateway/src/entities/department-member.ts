import { defineEntity, p } from '@mikro-orm/core'

/** A member of a department. */
export const DepartmentMember = defineEntity({
  name: 'DepartmentMember',
  tableName: 'department_member',
  properties: {
    workspaceId: p.string().primary(),
    departmentId: p.string().primary(),
    memberId: p.string().primary(),
  },
})
