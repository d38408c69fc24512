import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A group of members within a team. */
export const Department = defineEntity({
  name: 'Department',
  tableName: 'department',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    /** Normalized name for comparison, so that names are unique regardless of case. */
    nameKey: p.string(),
    description: p.string().nullable(),
    color: p.string().nullable(),
    icon: p.string().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type DepartmentRow = InferEntity<typeof Department>

export const DepartmentMember = defineEntity({
  name: 'DepartmentMember',
  tableName: 'department_member',
  properties: {
    workspaceId: p.string().primary(),
    departmentId: p.string().primary(),
    memberId: p.string().primary(),
  },
})
