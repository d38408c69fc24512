import { setTimeout as pause } from 'node:timers/promises'
import type { Say } from '../progress.ts'
import { StartError } from '../start-error.ts'
import type { Cell, Schema } from './cell.ts'

const pollMs = 200
const reportEveryMs = 5_000

/** Jobs in progress. Those whose lease has expired aren't. */
const busy: Readonly<Record<string, Record<string, string>>> = {
  messaging: {
    send_job: `status = 'calling'`,
    media_job: 'lease_token is not null and run_at > now()',
    receipt_job: 'lease_token is not null and run_at > now()',
  },
  groups: { group_job: `status = 'calling'`, group_creation: `status = 'calling'` },
  webhooks: { delivery_job: 'lease_token is not null and run_at > now()' },
}

/** Events that the bus doesn't have or that aren't confirmed. */
const unconfirmed = `select 1 from outbox_batch b cross join unnest(b.ids) as e (id) join outbox o on o.id = e.id
  where o.workspace_id = $1 limit 1`

/** Returns a workspace's unfinished work as short texts. */
export async function listUnderWay({ schemas }: Cell, workspace: string): Promise<string[]> {
  const found = await Promise.all(Object.values(schemas).map((schema) => underWayIn(schema, workspace)))
  return found.flat()
}

async function underWayIn({ service, rows }: Schema, workspace: string): Promise<string[]> {
  const found: string[] = []
  for (const [table, condition] of Object.entries(busy[service] ?? {}))
    if ((await rows(`select 1 from ${table} where workspace_id = $1 and ${condition} limit 1`, [workspace])).length > 0)
      found.push(`${service}.${table}`)
  const isUnconfirmed = (await rows(unconfirmed, [workspace])).length > 0
  return isUnconfirmed ? [...found, `${service}.outbox`] : found
}

type Drain = { workspace: string; limitMs: number; say: Say }

/**
 * Waits until a workspace has no unfinished work, and reports what remains from time to time.
 *
 * @throws StartError if some remains after the limit.
 */
export async function waitForDrain(cell: Cell, { workspace, limitMs, say }: Drain): Promise<void> {
  const begunMs = performance.now()
  let saidMs = begunMs
  for (;;) {
    const left = await listUnderWay(cell, workspace)
    if (left.length === 0) return
    const nowMs = performance.now()
    if (nowMs - begunMs > limitMs)
      throw new StartError(`still under way after ${limitMs / 1_000} s: ${left.join(', ')}`)
    if (nowMs - saidMs > reportEveryMs) {
      say(`Still under way: ${left.join(', ')}`)
      saidMs = nowMs
    }
    await pause(pollMs)
  }
}
