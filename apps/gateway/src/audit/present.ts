import { isoTime } from '@posthorn/chassis'
import type { AuditEntryRow } from '../entities/audit-entry.ts'
import type { Entry } from './chain.ts'

/** Presents an entry as it was written; its hash covers exactly this. */
export function presentEntry(row: AuditEntryRow): Entry {
  const details = JSON.parse(row.details) as Pick<Entry, 'given' | 'changes' | 'truncated'>
  return {
    id: row.id,
    workspace: row.workspaceId,
    sequence: Number(row.sequence),
    createdAt: isoTime(row.createdAt) as string,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName ?? null },
    service: row.service,
    operation: row.operation,
    target: row.target ?? null,
    ip: row.ip ?? null,
    requestId: row.requestId,
    ...details,
    previous: row.previous,
    hash: row.hash,
  }
}
