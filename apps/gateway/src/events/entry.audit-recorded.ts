import { on } from '@posthorn/chassis'
import { append, takeHeads } from '../audit/audit.sql.ts'
import { chained, type Entry } from '../audit/chain.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Puts what services tell of actions at the end of the audit logs of their workspaces. */
export const recordAudit = on<'audit:recorded', GatewayRuntime>('audit:recorded', async ({ tx, events }) => {
  const heads = await takeHeads(
    tx.em,
    events.map(({ workspace }) => workspace),
  )
  const entries = events.map(({ workspace, occurredAt, data }): Entry => {
    const head = heads.get(workspace)
    if (!head) throw new Error('a chain was not taken')
    const entry = chained(head, { ...data, workspace, at: occurredAt }, head.atMs)
    heads.set(workspace, { ...head, sequence: entry.sequence, hash: entry.hash })
    return entry
  })
  await append(tx.em, entries)
})
