import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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

/** A part of the team. */
export const Department = defineEntity({
  name: 'Department',
  tableName: 'department',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** The name as it is compared: two names that differ in case only are one. */
    nameKey: p.string(),
    description: p.string().nullable(),
    color: p.string().nullable(),
    icon: p.string().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `department`. */
export type DepartmentRow = InferEntity<typeof Department>
