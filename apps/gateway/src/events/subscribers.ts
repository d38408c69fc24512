import { on, sql } from '@posthorn/chassis'
import { pushLoop, queuePushes } from '../accounts/push/queue.sql.ts'
import { append, chained, type Entry, takeHeads } from '../audit/audit.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Stores each number's country, which is used to parse phone numbers without a country code. Ignores outdated versions. */
export const countryFromNumber = on<'number:updated', GatewayRuntime>('number:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    await sql(
      tx.em,
      `insert into number_country as n (workspace_id, number_id, version, country) values ($1, $2, $3, $4)
       on conflict (workspace_id, number_id) do update set version = excluded.version, country = excluded.country
         where n.version < excluded.version`,
      [workspace, data.id, aggregate.version, data.settings.country ?? null],
    )
  }
})

/** Appends published actions to the audit logs of their workspaces, here alone: each entry contains the hash of the one before. */
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

/** Queues push notifications for the members' devices. */
export const pushFromAlert = on<'member:alerted', GatewayRuntime>('member:alerted', async ({ tx, events }) => {
  if (await queuePushes(tx.em, events)) tx.wake(pushLoop)
})
