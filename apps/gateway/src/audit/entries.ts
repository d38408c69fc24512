import { forWorkspace, isoTime, listPage, type Verb } from '@posthorn/chassis'
import { type accounts, fail, idFloor } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { AuditEntry, type AuditEntryRow } from '../entities/audit-entry.ts'
import { Workspace } from '../entities/workspace.ts'
import { type Entry, faultOf, firstLink } from './audit.sql.ts'

/** Returns an entry exactly as it was written, because its hash covers these values. */
function presentEntry(row: AuditEntryRow): Entry {
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

/** Lists the caller's audit log, newest first. A restricted key sees its own actions and those that concern its numbers. */
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
      // An entry's id is assigned when it joins the chain, which is after the action.
      ...(createdAfter ? { id: { $gte: idFloor('aud', Date.parse(createdAfter)) } } : {}),
    },
  })
  return { items: page.rows.map(presentEntry), next: page.next }
}

/** Verifies the stored chain of a workspace, one page at a time. */
export const verify: Verb<typeof accounts.audit.verify, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace, after, size } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  let last = after ?? (await firstLink(em, workspace))
  const rows = await em.find(
    AuditEntry,
    { sequence: { $gt: last.sequence } },
    { orderBy: [{ sequence: 'asc' }, { id: 'asc' }], limit: size },
  )
  for (const [index, row] of rows.entries()) {
    const entry = presentEntry(row)
    const reason = faultOf(last, entry)
    if (reason) return { entries: index, last, fault: { sequence: entry.sequence, reason }, next: null }
    last = { sequence: entry.sequence, hash: entry.hash }
  }
  return { entries: rows.length, last, fault: null, next: rows.length === size ? last : null }
}
