import type { EntityManager } from '@mikro-orm/postgresql'
import { lastSql, rowType, sql, statement, type Tx } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import { isQueueOpen, isQueueServed } from '../../messages/queue-view.sql.ts'
import type { CallResult } from '../claim/claimed-job.ts'
import type { QueueQuietHours } from '../claim/delays.sql.ts'
import { isAnswered, type Outages } from './outages.ts'
import { backoffOf, callTimeoutMs, handOverMs, prefetchMs } from './pacer.ts'

/** Maximum number of phone numbers in a claim. */
export const queuesPerClaim = 32

const prefetchSeconds = prefetchMs / 1000
/** How many seconds of tokens an idle number may save up: few, so that no second exceeds the number's throughput level. */
const idleSeconds = 0.02
/** After a pause, a number sends one message and waits up to this long for the response. */
const probeSeconds = callTimeoutMs / 1000

/** A number that may send. `tokens` is negative if calls were claimed ahead. `probes` means that the number is coming out of a pause. */
export type PickedQueue = {
  number_id: string
  tokens: number
  rate: number
  allowed: number
  probes: boolean
  quiet_hours: QueueQuietHours | null
}

/** A number that was picked for a claim. `tokens` are those from before it. `hasMore` means that more messages are due than it may send now. */
export type NumberQueue = { tokens: number; rate: number; allowed: number; probes: boolean; hasMore: boolean }

/**
 * SQL condition that the number has a due job. Doesn't use `exists`, which Postgres turns into a join: a plan made while the queue was
 * short then reads all of a long queue (with 6,000 waiting: 3.6 ms per claim instead of 0.1 ms). The order forces the intended index.
 */
const hasDueJob = `(select true from send_job j where j.number_id = l.number_id and j.status = 'waiting' and j.run_at <= now()
  order by j.priority desc, j.run_at, j.message_id limit 1)`
/**
 * SQL for the number of messages that a number could send now. If the clock of Postgres goes back, as in a failover, time counts as passed,
 * or the number would wait until the clock is there again.
 */
const tokensNow = `least(greatest(1, l.rate_per_second * ${idleSeconds}),
  l.tokens + abs(extract(epoch from now() - l.tokens_at))::float8 * l.rate_per_second)`
const prefetched = `l.rate_per_second * ${prefetchSeconds}`
/** Tokens that make a claim worthwhile: half of the number claimed ahead, or one. */
const tokensNeeded = `greatest(1 - ${prefetched}, -${prefetched} / 2)`
/** The value of `tokensNeeded` at this rate per second. */
const tokensNeededAt = (rate: number) => Math.max(1 - rate * prefetchSeconds, (-rate * prefetchSeconds) / 2)

/**
 * Locks up to `$1` numbers that may send and have due jobs, except those in `$3` and those that a process other than `$4` serves. `$2`:
 * maximum number of messages per number.
 */
export const readyQueues = `open as materialized (
    select l.number_id, l.status, l.drain_mark, l.rate_per_second as rate, l.quiet_hours, l.blocked_until is not null as probes,
      ${tokensNow} as tokens
    from number_queue l
    where ${isQueueOpen} and l.number_id <> all($3::text[])
      and (l.served_by is null or l.served_by = $4
        or l.last_served_at not between now() - interval '${handOverMs} ms' and now() + interval '${handOverMs} ms')
      and ${tokensNow} >= ${tokensNeeded} and ${hasDueJob}
    order by l.last_served_at limit $1 for update of l skip locked
  ), ready as (
    select *, case when probes then 1 else least(greatest(1, floor(tokens + rate * ${prefetchSeconds})), $2)::int end as allowed from open
  )`

/** When the next job is due, or when a number that is paused or was served by another process may send. */
const nextLook = `select ceil(extract(epoch from least(
    (select min(run_at at time zone 'UTC') from send_job
      where status = 'waiting' and run_at at time zone 'UTC' > now() at time zone 'UTC') at time zone 'UTC',
    (select min(greatest(l.blocked_until, now() + interval '${prefetchMs / 4} ms',
        case when l.served_by <> $4 then l.last_served_at + interval '${handOverMs} ms' end,
        l.tokens_at + make_interval(secs => (${tokensNeeded} - l.tokens) / l.rate_per_second))) from number_queue l
      where ${isQueueServed} and (l.last_served_at > now() - interval '${handOverMs} ms' or l.blocked_until > now())
        and l.number_id <> all($1::text[]) and ${hasDueJob})
  ) - now()) * 1000)::text as in_ms, (extract(epoch from clock_timestamp() - now()) * 1000)::float8 as elapsed_ms`

/** Next step after a claim, and the time of its transaction on the `performance.now()` clock. */
type QueueSchedule = { startedAt: number; more: boolean; nextInMs?: number }

/** Subtracts the claimed tokens, moves the served numbers to the end of the line, and commits. Returns when to claim again. */
export async function chargeQueues(
  em: EntityManager,
  queues: Map<string, NumberQueue>,
  { claimed, owner }: { claimed: { numberId: string }[]; owner: string },
): Promise<QueueSchedule> {
  const counts = new Map<string, number>()
  for (const { numberId } of claimed) counts.set(numberId, (counts.get(numberId) ?? 0) + 1)
  const after = [...queues].map(([id, queue]) => ({ id, ...queue, tokens: queue.tokens - (counts.get(id) ?? 0) }))
  const askedAt = performance.now()
  const [row] = await lastSql<{ in_ms: string | null; elapsed_ms: number }>(
    em,
    `with served as (
       update number_queue l set tokens = t.tokens, tokens_at = now(), last_served_at = now(), served_by = $4,
         blocked_until = case when t.probed then now() + interval '${probeSeconds} s' else l.blocked_until end
       from unnest($1::text[], $2::float8[], $3::boolean[]) as t (number_id, tokens, probed) where l.number_id = t.number_id
     )
     ${nextLook}`,
    [
      after.map(({ id }) => id),
      after.map(({ tokens }) => tokens),
      after.map(({ id, probes }) => probes && counts.has(id)),
      owner,
    ],
  )
  // Doesn't start from the time of the response, because a process suspended in between would schedule its calls too late.
  const startedAt = askedAt - (row?.elapsed_ms ?? 0)
  // A probing number continues when its response arrives.
  const waitsMs = after
    .filter(({ hasMore, probes }) => hasMore && !probes)
    .map(({ tokens, rate }) => ((tokensNeededAt(rate) - tokens) / rate) * 1000)
  const nextMs = Math.min(...waitsMs, ...(row?.in_ms ? [Number(row.in_ms)] : []))
  const more = waitsMs.some((ms) => ms <= 0) || (claimed.length > 0 && queues.size >= queuesPerClaim)
  return { startedAt, more, ...(Number.isFinite(nextMs) ? { nextInMs: Math.max(1, Math.ceil(nextMs)) } : {}) }
}

/** SQL condition that a number is paused for longer than it waits for the response to a probe. The column doesn't tell shorter pauses apart. */
const isPaused = `coalesce(blocked_until > now() + interval '${probeSeconds} s', false)`

type Backoff = { numberId: string; ms: number; reason: 'throttled' | 'refused' | 'outage' }

const backoffRow = rowType<Backoff>({ number_id: ['text', ({ numberId }) => numberId], ms: 'float8', reason: 'text' })

/** Pauses numbers, except those with a longer pause: calls that were open when it began don't shorten it. */
const block = statement(
  { backoffs: backoffRow },
  ({
    backoffs,
  }) => `update number_queue set blocked_until = now() + b.ms * interval '1 millisecond', blocked_for = b.reason
    from ${backoffs.as('b')} where number_queue.number_id = b.number_id
      and not (${isPaused} and blocked_until > now() + b.ms * interval '1 millisecond')`,
)

/** Makes failed jobs due right after the outage pause, because their own retry delays grow to minutes. */
const tryAgainAfterOutage = statement(
  { backoffs: backoffRow },
  ({ backoffs }) => `update send_job j set run_at = now() + b.ms * interval '1 millisecond'
    from ${backoffs.as('b')} where j.number_id = b.number_id and j.status = 'waiting'
      and j.waits_for = 'retry' and j.run_at > now() + b.ms * interval '1 millisecond'`,
)

/** How long a number rests after a message that the provider accepted fails because of the number. Each attempt would cost a message. */
export const failedMs = 300_000

/** An accepted message that failed for a reason that concerns its number: the provider's time of the failure, and our error code. */
export type NumberFailure = { workspace: string; number: string; at: string; errorCode: string }

/** Pauses failed numbers and has them checked. Failures from before a number was last well, or older than the pause, don't count. */
export async function pauseFailed(tx: Tx, failures: NumberFailure[]): Promise<void> {
  // A broadcast fails message by message: the newest failure of each number says enough.
  const newest = new Map(failures.toSorted(by('at')).map((failure) => [failure.number, failure]))
  for (const { workspace, number, at, errorCode } of [...newest.values()].toSorted(by('number'))) {
    const paused = await sql(
      tx.em,
      `update number_queue set blocked_until = $2::timestamptz + interval '${failedMs} ms', blocked_for = 'failed'
       where number_id = $1 and $2::timestamptz >= date_trunc('second', well_since) and $2::timestamptz > now() - interval '${failedMs} ms'
         and not (coalesce(blocked_for = 'failed', false) and ${isPaused}) returning 1`,
      [number, at],
    )
    if (paused.length > 0) requestCheck(tx, { workspace, number, errorCode })
  }
}

const by = (field: 'at' | 'number') => (a: NumberFailure, b: NumberFailure) => (a[field] < b[field] ? -1 : 1)

/** Tells the numbers service that the provider refuses a number, which it then shows as in error until a check succeeds. */
function requestCheck(tx: Tx, { workspace, ...data }: Omit<NumberFailure, 'at'>): void {
  tx.emit({ kind: 'number:check_requested', workspace, data, aggregate: { id: newId('evt'), version: 1 } })
}

/** A number that was probed. `isWell` means that the provider responded as it does for a working number. */
type Probe = { numberId: string; isWell: boolean }

const probeRow = rowType<Probe>({
  number_id: ['text', ({ numberId }) => numberId],
  is_well: ['boolean', ({ isWell }) => isWell],
})

const endProbes = statement(
  { probes: probeRow },
  ({
    probes,
  }) => `update number_queue set blocked_until = case when not p.is_well then now() when blocked_for = 'failed' then blocked_until end,
    blocked_for = case when p.is_well and blocked_for = 'failed' then 'refused' else blocked_for end
    from ${probes.as('p')} where number_queue.number_id = p.number_id`,
)

/** Probes a number again with its next message, because this one led to no call. */
export async function repeatProbe(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, endProbes({ probes: [{ numberId, isWell: false }] }))
}

/**
 * Pauses numbers whose calls fail or are throttled or refused by the provider, and asks the numbers service to check refused numbers. A
 * number whose probe succeeded resumes. After a pause for failed messages, it first waits for the status of its probe, and is probed once
 * more, because the provider accepts such messages before it fails them. If the response says nothing about the number, it is probed again.
 * `all` includes calls whose messages were settled by a status before the response.
 */
export async function updateQueues(
  tx: Tx,
  { results, all }: { results: CallResult[]; all: CallResult[] },
  outages: Outages,
): Promise<void> {
  const backoffs = backoffsOf(results)
  for (const [numberId, ms] of outages.record(results))
    if (ms > (backoffs.get(numberId)?.ms ?? 0)) backoffs.set(numberId, { numberId, ms, reason: 'outage' })
  const refused = new Map(
    results.flatMap(({ job: { workspaceId: workspace, numberId: number }, outcome }) =>
      outcome.outcome === 'refused' && outcome.suspendsNumber
        ? [[number, { workspace, number, errorCode: outcome.error.errorCode }]]
        : [],
    ),
  )
  for (const refusal of refused.values()) requestCheck(tx, refusal)
  const rests = [...backoffs.values()]
  if (rests.length > 0) await sql(tx.em, block({ backoffs: rests }))
  const ofOutages = rests.filter(({ reason }) => reason === 'outage')
  if (ofOutages.length > 0) await sql(tx.em, tryAgainAfterOutage({ backoffs: ofOutages }))
  const probes = all.flatMap(({ job: { numberId, probe }, outcome }) =>
    probe && !backoffs.has(numberId) ? [{ numberId, isWell: isAnswered(outcome) }] : [],
  )
  if (probes.length === 0) return
  await sql(tx.em, endProbes({ probes }))
  tx.wake('dispatch')
}

/** Returns the longest pause for each number that needs one. */
function backoffsOf(results: CallResult[]): Map<string, Backoff> {
  const backoffs = new Map<string, Backoff>()
  for (const { job, outcome } of results) {
    const { numberId } = job
    const ms = backoffOf(outcome)
    if (ms === null || ms <= (backoffs.get(numberId)?.ms ?? -1)) continue
    backoffs.set(numberId, { numberId, ms, reason: outcome.outcome === 'throttled' ? 'throttled' : 'refused' })
  }
  return backoffs
}
