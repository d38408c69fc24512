import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CallContext, KeyScope, OptedOutMessages, Role, WorkspaceSettings } from '@posthorn/contracts'

/** An API key. Looked up by its public part and verified by an HMAC of its secret, which isn't stored. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    publicId: p.string(),
    secretHmac: p.string(),
    name: p.string(),
    scopes: p.array<KeyScope>(),
    numbers: p.array<string>().nullable(),
    cidrs: p.array<string>().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    rotatedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    lastUsedFrom: p.string().nullable(),
    createdByType: p.string().$type<'key' | 'member' | 'service'>().nullable(),
    createdById: p.string().nullable(),
    createdByName: p.string().nullable(),
    test: p.boolean().default(false),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

export type ApiKeyRow = InferEntity<typeof ApiKey>

/** An audit log entry. `details` is JSON of the input and the changes. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sequence: p.bigint('number'),
    createdAt: p.datetime(),
    actorType: p.string().$type<CallContext['actor']['type']>(),
    actorId: p.string(),
    actorName: p.string().nullable(),
    service: p.string(),
    operation: p.string(),
    target: p.string().nullable(),
    ip: p.string().nullable(),
    requestId: p.string(),
    details: p.string(),
    previous: p.string(),
    hash: p.string(),
  },
})

export type AuditEntryRow = InferEntity<typeof AuditEntry>

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
  properties: { workspaceId: p.string().primary(), departmentId: p.string().primary(), memberId: p.string().primary() },
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
    mailStatus: p.string().$type<'waiting' | 'sent' | 'failed'>().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

export type InvitationRow = InferEntity<typeof Invitation>
