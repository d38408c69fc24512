import { inTransaction, sql, type Tx, together } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { advance, announce, storedProviderError } from '../messages/advance.ts'
import {
  lockMessages,
  type MessageInPlace,
  rememberProviderIds,
  saveContent,
  saveStates,
} from '../messages/rows.sql.ts'
import { closeWindows } from './close-windows.sql.ts'
import { consequences } from './consequences.ts'
import type { Ended } from './ended.ts'
import { type JobUpdate, requeue, throttlePair, updateLanes } from './requeue.ts'

const batchSizeMax = 64
const settlers = new WeakMap<MessagingRuntime, (ended: Ended) => Promise<void>>()

/** Writes the outcomes of calls; those that end at about the same time share a transaction. */
export function settleWith(runtime: MessagingRuntime): (ended: Ended) => Promise<void> {
  const known = settlers.get(runtime)
  if (known) return known
  const settler = together<Ended, void>(
    async (batch) => {
      await inTransaction(runtime, (tx) => settleBatch(tx, runtime, batch))
      return batch.map(() => ({ ok: true, value: undefined }))
    },
    { batchSizeMax, lanes: 1 },
  )
  settlers.set(runtime, settler)
  return settler
}

async function settleBatch(tx: Tx, runtime: MessagingRuntime, batch: Ended[]): Promise<void> {
  await endAttempts(tx, batch)
  const held = await heldLeases(tx, batch)
  const mine = batch.filter(({ job }) => held.has(job.messageId))
  for (const { job } of batch)
    if (!held.has(job.messageId)) runtime.log.warn({ message: job.messageId }, 'message.lease_lost')
  const rows = await lockMessages(
    tx.em,
    mine.map(({ job }) => ({ workspace: job.workspaceId, id: job.messageId })),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const changed: MessageInPlace[] = []
  const replaced: MessageInPlace[] = []
  const updates: JobUpdate[] = []
  for (const { job, outcome } of mine) {
    const before = byId.get(job.messageId)
    if (!before) continue
    const { change, update, sentInstead } = consequences(job, outcome, runtime.config.UNKNOWN_HOLD_SECONDS)
    // A status came before the answer and has moved the message on: whatever the answer was, there is nothing left to do.
    if (before.status !== 'sending') {
      updates.push({ messageId: job.messageId, fate: 'done' })
      continue
    }
    const moved = change && advance(before, change)
    const after = moved && sentInstead ? { ...moved, content: { ...moved.content, sentInstead } } : moved
    if (after) {
      changed.push(after)
      if (sentInstead) replaced.push(after)
      announce(tx, { before, after })
    }
    updates.push(update)
  }
  await saveStates(tx.em, changed)
  await saveContent(tx.em, replaced)
  await closeWindows(tx.em, mine)
  const sent = changed.filter((row) => row.status === 'sent' && row.providerId)
  await rememberProviderIds(
    tx.em,
    sent.map((row) => ({
      numberId: row.numberId,
      providerId: row.providerId as string,
      workspace: row.workspaceId,
      messageId: row.id,
    })),
  )
  await requeue(tx.em, updates)
  await updateLanes(tx, mine)
  await throttlePair(tx.em, mine, runtime.config)
}

async function endAttempts(tx: Tx, batch: Ended[]): Promise<void> {
  await sql(
    tx.em,
    `update send_attempt a set outcome = e.outcome, error = e.error::jsonb, ended_at = now()
     from unnest($1::text[], $2::text[], $3::text[]) as e (id, outcome, error) where a.id = e.id`,
    [
      batch.map(({ job }) => job.attemptId),
      batch.map(({ outcome }) => outcome.outcome),
      batch.map(({ outcome }) => ('error' in outcome ? JSON.stringify(storedProviderError(outcome.error)) : null)),
    ],
  )
}

/** The messages whose lease is still ours: a stale holder changes nothing. */
async function heldLeases(tx: Tx, batch: Ended[]): Promise<Set<string>> {
  const rows = await sql<{ message_id: string }>(
    tx.em,
    `select j.message_id from send_job j
     join unnest($1::text[], $2::uuid[]) as l (message_id, lease_token) using (message_id, lease_token)
     order by j.message_id for update of j`,
    [batch.map(({ job }) => job.messageId), batch.map(({ job }) => job.leaseToken)],
  )
  return new Set(rows.map((row) => row.message_id))
}
