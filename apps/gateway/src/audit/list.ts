import { listPage, type Verb } from '@posthorn/chassis'
import { type accounts, idFloor } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { AuditEntry, type AuditEntryRow } from '../entities/audit-entry.ts'
import { presentEntry } from './present.ts'

/** Lists the audit log of the caller's workspace, newest first. A key limited to numbers sees its own actions and those on its numbers. */
export const list: Verb<typeof accounts.audit.list, GatewayRuntime> = async ({ ctx, input }) => {
  const { actor, operation, target, createdAfter } = input
  const { numbers } = ctx.call
  const page = await listPage<AuditEntryRow>(ctx, input, {
    entity: AuditEntry,
    list: 'audit',
    order: { column: 'id', direction: 'desc' },
    where: {
      ...(numbers
        ? { $or: [{ actorType: ctx.call.actor.type, actorId: ctx.call.actor.id }, { target: { $in: numbers } }] }
        : {}),
      ...(actor ? { actorId: actor } : {}),
      ...(operation ? { operation: { $in: operation } } : {}),
      ...(target ? { target } : {}),
      // An entry gets its id after the action, when it joins the chain.
      ...(createdAfter ? { id: { $gte: idFloor('aud', Date.parse(createdAfter)) } } : {}),
    },
  })
  return { items: page.rows.map(presentEntry), next: page.next }
}
