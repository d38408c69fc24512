import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { OptedOutMessages, Role, WorkspaceSettings } from '@posthorn/contracts'

/** The tenant that owns everything else. Its id is the workspace column of other tables. */
export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    workspaceId: p.string().primary(),
    name: p.string(),
    optedOutMessages: p.string().$type<OptedOutMessages>().default('send'),
    /** All other changed settings. */
    settings: p.json<Partial<WorkspaceSettings>>().default('{}'),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type WorkspaceRow = InferEntity<typeof Workspace>

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

/** A person in a workspace who can be assigned chats. Has a `personId` once they can sign in. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    email: p.string(),
    personId: p.string().nullable(),
    role: p.string().$type<Role>().default('agent'),
    numbers: p.array<string>().nullable(),
    color: p.string().nullable(),
    disabledAt: p.datetime().nullable(),
    seenAt: p.datetime().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type MemberRow = InferEntity<typeof Member>

/** A pending invitation. `first` marks the one for a workspace's first owner. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    kind: p.string().$type<'first' | 'invitation'>(),
    tokenHash: p.string(),
    email: p.string().nullable(),
    role: p.string().$type<Role>(),
    numbers: p.array<string>().nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

export type InvitationRow = InferEntity<typeof Invitation>
