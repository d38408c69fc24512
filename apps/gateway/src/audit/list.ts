import { listPage, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { AuditEntry, type AuditEntryRow } from '../entities/audit-entry.ts'
import { presentEntry } from './present.ts'

/** Lists the audit log of the caller's workspace, newest first. */
export const list: Verb<typeof accounts.audit.list, GatewayRuntime> = async ({ ctx, input }) => {
  const { actor, operation, target, from, to } = input
  const page = await listPage<AuditEntryRow>(ctx, input, {
    entity: AuditEntry,
    list: 'audit',
    order: { column: 'id', direction: 'desc' },
    where: {
      ...(actor ? { actorId: actor } : {}),
      ...(operation ? { operation: { $in: operation } } : {}),
      ...(target ? { target } : {}),
      ...(from || to ? { at: { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) } } : {}),
    },
  })
  return { items: page.rows.map(presentEntry), next: page.next }
}
