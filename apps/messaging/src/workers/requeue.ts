import type { EntityManager } from '@mikro-orm/postgresql'
import { backoffMs, sql, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { Ended } from './ended.ts'

/** What becomes of a job after its call: done, waiting again, or held because nobody knows. */
export type JobUpdate =
  | { messageId: string; fate: 'done' }
  | { messageId: string; fate: 'retry'; failures: number }
  | { messageId: string; fate: 'wait' | 'hold'; afterMs: number }
  /** Until the customer writes or the message expires. */
  | { messageId: string; fate: 'window'; afterMs: number }

/** Pauses after calls that surely sent nothing: 1 s, 5 s, 30 s, then 2 min until the message expires. */
const retryScheduleMs = [1_000, 5_000, 30_000, 120_000] as const
/** A number the provider refuses is tried once in this time, until its state is mended. */
export const suspendsForMs = 30_000
/** Pause of a number after the provider asked for less, when it did not say how long. */
const throttledForMs = 1_000

/** Where the customer wrote while the call was under way, nobody else would wake the job. */
const windowOpen = `select 1 from chat c where c.workspace_id = j.workspace_id and c.id = j.chat_id and c.window_closes_at > now()`

/** Sets jobs that are not done to their next time. */
export async function requeue(em: EntityManager, updates: JobUpdate[]): Promise<void> {
  const waiting = updates.flatMap((update) => (update.fate === 'done' ? [] : [update]))
  if (waiting.length === 0) return
  await sql(
    em,
    `update send_job j set state = case when u.fate = 'hold' then 'unknown' else 'waiting' end, lease_token = null,
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

/** Holds back numbers the provider throttles or refuses, and tells the numbers service of the refused ones. */
export async function updateLanes(tx: Tx, ended: Ended[]): Promise<void> {
  const blocked = new Map<string, number>()
  const block = (numberId: string, ms: number) => blocked.set(numberId, Math.max(ms, blocked.get(numberId) ?? 0))
  for (const { job, outcome } of ended) {
    if (outcome.outcome === 'throttled' && outcome.scope === 'number')
      block(job.numberId, outcome.retryAfterMs ?? throttledForMs)
    if (outcome.outcome !== 'refused' || !outcome.suspendsNumber) continue
    block(job.numberId, suspendsForMs)
    const data = { number: job.numberId, errorCode: outcome.error.errorCode }
    tx.emit({ kind: 'number:suspected', workspace: job.workspaceId, data, aggregate: { id: newId('evt'), version: 1 } })
  }
  if (blocked.size === 0) return
  await sql(
    tx.em,
    // Tokens begin to gather when the rest ends: what comes first then is one call, whose answer tells of the others.
    `update lane set tokens = 0, tokens_at = now() + b.ms * interval '1 millisecond', blocked_until = now() + b.ms * interval '1 millisecond'
     from unnest($1::text[], $2::float8[]) as b (number_id, ms) where lane.number_id = b.number_id`,
    [[...blocked.keys()], [...blocked.values()]],
  )
}

type PairSettings = { PAIR_BURST: number; PAIR_INTERVAL_SECONDS: number }

/** Closes the gate of pairs the provider throttles: 4^n seconds, as its documentation asks; other recipients go on. */
export async function throttlePair(em: EntityManager, ended: Ended[], settings: PairSettings): Promise<void> {
  const pairs = ended.filter(({ outcome }) => outcome.outcome === 'throttled' && outcome.scope === 'pair')
  if (pairs.length === 0) return
  const windowSeconds = (settings.PAIR_BURST - 1) * settings.PAIR_INTERVAL_SECONDS
  const pauses = pairs.map(({ job }) => Math.max(settings.PAIR_INTERVAL_SECONDS, 4 ** Math.min(job.attempt - 1, 4)))
  await sql(
    em,
    `update pair_gate g set free_at = greatest(g.free_at, now() + make_interval(secs => p.pause + $4))
     from unnest($1::text[], $2::text[], $3::float8[]) as p (number_id, recipient, pause)
     where g.number_id = p.number_id and g.recipient = p.recipient`,
    [pairs.map(({ job }) => job.numberId), pairs.map(({ job }) => job.recipient), pauses, windowSeconds],
  )
}
