import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { CallContext } from '@posthorn/contracts'

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
