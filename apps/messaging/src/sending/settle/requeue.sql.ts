import type { EntityManager } from '@mikro-orm/postgresql'
import { backoffMs, sql } from '@posthorn/chassis'
import { isWindowOpen } from '../../chats/touch.sql.ts'

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
const windowOpen = `select 1 from chat c where c.workspace_id = j.workspace_id and c.id = j.chat_id and ${isWindowOpen('c')}`

/** Schedules jobs that aren't done. */
export async function requeue(em: EntityManager, updates: JobUpdate[]): Promise<void> {
  const waiting = updates.flatMap((update) => (update.fate === 'done' ? [] : [update]))
  if (waiting.length === 0) return
  await sql(
    em,
    `update send_job j set status = case when u.fate = 'hold' then 'unknown' else 'waiting' end, lease_token = null,
       lease_until = case when u.fate = 'hold' then now() + u.after_ms * interval '1 millisecond' end,
       run_at = case when u.fate = 'window' and not exists (${windowOpen}) then j.expires_at
         else now() + u.after_ms * interval '1 millisecond' end,
       waits_for = case when u.fate = 'window' and not exists (${windowOpen}) then 'window_closed' when u.fate <> 'hold' then 'retry' end,
       failures = coalesce(u.failures, j.failures)
     from unnest($1::text[], $2::text[], $3::float8[], $4::integer[]) as u (message_id, fate, after_ms, failures)
     where j.message_id = u.message_id`,
    [
      waiting.map(({ messageId }) => messageId),
      waiting.map(({ fate }) => fate),
      waiting.map((update) =>
        update.fate === 'retry' ? backoffMs(update.failures, retryScheduleMs, { jitter: 0.2 }) : update.afterMs,
      ),
      waiting.map((update) => (update.fate === 'retry' ? update.failures : null)),
    ],
  )
}
