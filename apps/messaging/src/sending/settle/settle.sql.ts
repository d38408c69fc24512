import { backoffMs, sql, type Tx } from '@posthorn/chassis'
import { isWindowOpen } from '../../chats/touch.sql.ts'
import { storedProviderError } from '../../messages/advance.ts'
import {
  contextColumns,
  contextJoins,
  inTheirChats,
  type MessageInContext,
  messageColumns,
} from '../../messages/rows.sql.ts'
import { readdress } from '../../messages/waiting-job.sql.ts'
import type { CallResult } from '../claim/claimed-job.ts'

/** A message whose call has ended. `isLeased` means that the lease was still valid. */
type CalledMessage = MessageInContext & { isLeased: boolean }

/**
 * Ends attempts and locks their rows: jobs, then messages, each in id order. Returns the messages whose lease is still valid, and those
 * whose lease expired while this call's outcome was still unknown.
 */
export async function endAttempts(tx: Tx, batch: CallResult[]): Promise<CalledMessage[]> {
  const rows = await sql<CalledMessage>(
    tx.em,
    `with call as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::integer[])
         as c (attempt_id, outcome, error, workspace_id, message_id, lease_token, attempt)
     ), ended as (
       update send_attempt a set outcome = call.outcome, error = call.error::jsonb, ended_at = now()
       from call where a.id = call.attempt_id and a.id = any($1)
     )
     select ${messageColumns}, ${contextColumns}, j.status = 'calling' as "isLeased"
     from call join send_job j on j.message_id = call.message_id and j.message_id = any($5) and (j.lease_token = call.lease_token
       or (j.status = 'unknown' and j.attempt = call.attempt and call.outcome <> 'unknown'))
     join message m on m.workspace_id = call.workspace_id and m.id = call.message_id and m.id = any($5)
     ${contextJoins}
     order by j.message_id for update of j, m`,
    [
      batch.map(({ job }) => job.attemptId),
      batch.map(({ outcome }) => outcome.outcome),
      batch.map(({ outcome }) => ('error' in outcome ? JSON.stringify(storedProviderError(outcome.error)) : null)),
      batch.map(({ job }) => job.workspaceId),
      batch.map(({ job }) => job.messageId),
      batch.map(({ job }) => job.leaseToken),
      batch.map(({ job }) => job.attempt),
    ],
  )
  return inTheirChats(tx.em, rows)
}

/** State of a job after its call: done, waiting again, or held for a status. */
export type JobUpdate =
  | { messageId: string; fate: 'done' }
  | { messageId: string; fate: 'retry'; failures: number }
  | { messageId: string; fate: 'wait' | 'hold'; afterMs: number }
  /** Held until the customer writes or the message expires. */
  | { messageId: string; fate: 'window'; afterMs: number }

/** Delays after calls that certainly sent nothing: 1 s, 5 s, 30 s, then 2 min until the message expires. */
const retryScheduleMs = [1_000, 5_000, 30_000, 120_000] as const

/** SQL condition that the window is open because the customer wrote during the call. Nothing else would release the job. */
const hasOpened = `exists (select 1 from chat c where c.workspace_id = j.workspace_id and c.id = j.chat_id and ${isWindowOpen('c')})`

/** Ends the leases of jobs that aren't done: schedules the next try, or holds a job until its window opens or its outcome is known. */
export async function requeue(tx: Pick<Tx, 'em' | 'emit'>, updates: JobUpdate[]): Promise<void> {
  const waiting = updates.flatMap((update) => (update.fate === 'done' ? [] : [update]))
  if (waiting.length === 0) return
  await sql(
    tx.em,
    `update send_job j set status = case when u.fate = 'hold' then 'unknown' else 'waiting' end, lease_token = null,
       lease_until = case when u.fate = 'hold' then now() + u.after_ms * interval '1 millisecond' end,
       run_at = case when u.fate = 'window' and not ${hasOpened} then j.expires_at
         else now() + u.after_ms * interval '1 millisecond' end,
       waits_for = case when u.fate = 'window' and not ${hasOpened} then 'window_closed' when u.fate <> 'hold' then 'retry' end,
       failures = coalesce(u.failures, j.failures)
     from unnest($1::text[], $2::text[], $3::float8[], $4::integer[]) as u (message_id, fate, after_ms, failures)
     where j.message_id = u.message_id`,
    [
      waiting.map(({ messageId }) => messageId),
      waiting.map(({ fate }) => fate),
      waiting.map((update) =>
        update.fate === 'retry' ? backoffMs(update.failures, retryScheduleMs, 0.2) : update.afterMs,
      ),
      waiting.map((update) => (update.fate === 'retry' ? update.failures : null)),
    ],
  )
  await readdress(
    tx,
    waiting.flatMap(({ messageId, fate }) => (fate === 'hold' ? [] : [messageId])),
  )
}
