import { on } from '@posthorn/chassis'
import { append, chained, type Entry, takeHeads } from '../audit/audit.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Appends announced actions to their workspaces' audit logs. */
export const recordAudit = on<'audit:recorded', GatewayRuntime>('audit:recorded', async ({ tx, events }) => {
  const heads = await takeHeads(
    tx.em,
    events.map(({ workspace }) => workspace),
  )
  const entries = events.map(({ workspace, occurredAt, data }): Entry => {
    const head = heads.get(workspace)
    if (!head) throw new Error('the chain of a workspace was not locked')
    const entry = chained(head, { ...data, workspace, createdAt: occurredAt }, head.atMs)
    heads.set(workspace, { ...head, sequence: entry.sequence, hash: entry.hash })
    return entry
  })
  await append(tx.em, entries)
})
