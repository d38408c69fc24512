import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { DeliveryStatus } from '../entities/webhook.ts'
import { type Answer, type AttemptResult, answerOf } from './attempt.ts'
import type { Health } from './breaker.ts'
import type { ClaimedJob } from './claim.sql.ts'
import { healthRow, updateHealth } from './endpoints.sql.ts'
import { epochMs } from './leasing.sql.ts'

/** An endpoint that is locked until the transaction commits. */
export type LockedEndpoint = {
  id: string
  workspaceId: string
  webhookId: string
  url: string
  version: number
  active: boolean
  health: Health
}

/** An attempt's result, to be stored. `delayMs` is set if another attempt follows. */
export type Completion = {
  workspaceId: string
  deliveryId: string
  endpointId: string
  event: { id: string; kind: string }
  attemptId: string
  number: number
  attempt: number
  url: string
  status: DeliveryStatus
  delayMs: number | null
  result: AttemptResult
}

/** Deliveries whose lease is still valid, their locked endpoints, and the database's clock. */
type Locked = { leases: Set<string>; endpoints: LockedEndpoint[]; nowMs: number }

/**
 * Locks the existing endpoints of jobs, then the jobs whose lease is valid. What changes both elsewhere locks in the same order, so that
 * none deadlock; counting the endpoints makes Postgres lock them first. A lease that ended is valid until the job is claimed again;
 * then the result of that lease counts. Tokens aren't compared with `=`, because Postgres would then use the index of leased jobs. Jobs are
 * looked up one by one, because a join planned while the queue was empty reads the whole queue.
 */
export async function lockAttempted(
  em: EntityManager,
  jobs: { workspaceId: string; deliveryId: string; endpointId: string; leaseToken: string }[],
): Promise<Locked> {
  const [row] = await sql<{ nowMs: number; leases: string[]; endpoints: (Omit<LockedEndpoint, 'health'> & Health)[] }>(
    em,
    `with locked as materialized (
       select e.id, e.workspace_id as "workspaceId", e.webhook_id as "webhookId", e.url, e.version,
         (e.status = 'active' and w.status = 'active') as active,
         ${epochMs('e.failing_since')} as "failingSinceMs", ${epochMs('e.last_success_at')} as "lastSuccessMs",
         e.failed_attempts as "failedAttempts", e.warned_hours as "warnedHours",
         ${epochMs('e.window_started_at')} as "windowStartedMs", e.window_total as "windowTotal", e.window_failed as "windowFailed",
         e.breaker_opens as "breakerOpens", ${epochMs('e.breaker_until')} as "breakerUntilMs", e.in_flight_max as "inFlightMax",
         ${epochMs('e.held_until')} as "postponedUntilMs"
       from endpoint e join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
       where e.id = any($4) order by e.id for update of e
     ), leases as materialized (
       select j.delivery_id
       from (select * from unnest($1::text[], $2::text[], $3::uuid[]) as d (workspace_id, delivery_id, token) order by delivery_id) d
       cross join lateral (
         select delivery_id from delivery_job
         where workspace_id = d.workspace_id and delivery_id = d.delivery_id and lease_token is not distinct from d.token for update
       ) j
       where (select count(*) from locked) is not null
     )
     select array(select delivery_id from leases) as leases, coalesce((select json_agg(locked) from locked), '[]') as endpoints,
       ${epochMs('clock_timestamp()')} as "nowMs"`,
    [
      jobs.map(({ workspaceId }) => workspaceId),
      jobs.map(({ deliveryId }) => deliveryId),
      jobs.map(({ leaseToken }) => leaseToken),
      [...new Set(jobs.map(({ endpointId }) => endpointId))],
    ],
  )
  const { nowMs = 0, leases = [], endpoints = [] } = row ?? {}
  return { nowMs, leases: new Set(leases), endpoints: endpoints.map((each) => ({ ...each, health: each })) }
}

/** Stores attempts, their deliveries' statuses and jobs, and the locked endpoints' health. Returns whether these have more due jobs. */
export async function writeCompletions(
  em: EntityManager,
  completions: Completion[],
  endpoints: LockedEndpoint[],
): Promise<boolean> {
  const pending = completions.filter((c) => c.status === 'waiting' || c.status === 'parked')
  const ended = completions.filter((c) => !pending.includes(c)).map((c) => c.deliveryId)
  const bound = writeAttempts({
    attempts: completions,
    deliveries: completions.map((c) => c.deliveryId),
    ended,
    endpoints,
    endpointIds: completions.map((c) => c.endpointId),
  })
  const [row] = await sql<{ due: boolean }>(em, bound)
  if (pending.length > 0) await sql(em, rescheduleJobs({ pending, deliveries: pending.map((c) => c.deliveryId) }))
  return row?.due === true
}

const completionRow = rowType<Completion>({
  workspace_id: ['text', (c) => c.workspaceId],
  id: ['text', (c) => c.deliveryId],
  attempt_id: ['text', (c) => c.attemptId],
  number: 'integer',
  url: 'text',
  status: 'text',
  delay_ms: ['float8', (c) => c.delayMs],
  started_at: ['timestamptz', (c) => c.result.startedAt],
  latency_ms: ['integer', (c) => c.result.latencyMs],
  http_status: ['integer', (c) => c.result.status],
  error: ['text', (c) => c.result.error],
  response_headers: ['jsonb', (c) => c.result.responseHeaders],
  response_body: ['text', (c) => c.result.responseBody],
})

/** Stores attempts and endpoints' health, updates deliveries, deletes ended ones' jobs. Returns whether more jobs are due. */
const writeAttempts = statement(
  { attempts: completionRow, deliveries: 'text[]', ended: 'text[]', endpoints: healthRow, endpointIds: 'text[]' },
  (q) => `with done as materialized (select * from ${q.attempts.as('c')}),
  attempted as (
    insert into attempt (workspace_id, id, delivery_id, number, url, started_at, latency_ms, http_status, error, response_headers, response_body)
    select workspace_id, attempt_id, id, number, url, started_at, latency_ms, http_status, error, response_headers, response_body from done
  ), updated as (
    update delivery d set status = c.status, attempts = c.number, url = c.url, last_http_status = c.http_status, last_error = c.error,
      last_latency_ms = c.latency_ms,
      next_attempt_at = clock_timestamp() + make_interval(secs => c.delay_ms / 1000.0),
      completed_at = case when c.status in ('waiting', 'parked') then null else clock_timestamp() end
    from done c where d.id = c.id and d.workspace_id = c.workspace_id and d.id = any(${q.deliveries})
  ), deleted as (
    delete from delivery_job j using done c
    where j.delivery_id = c.id and j.workspace_id = c.workspace_id and j.delivery_id = any(${q.ended})
  ), healthy as (
    ${updateHealth(q.endpoints.as('h'), q.endpointIds)}
  )
  select exists (
    select 1 from delivery_job j where j.endpoint_id = any(${q.endpointIds}) and j.lease_token is null and j.run_at <= now()) as due`,
)

const pendingRow = rowType<Completion>({
  workspace_id: ['text', (c) => c.workspaceId],
  id: ['text', (c) => c.deliveryId],
  number: 'integer',
  attempt: 'integer',
  answer: ['text', (c) => answerOf(c.result.status)],
  delay_ms: ['float8', (c) => c.delayMs],
})

/**
 * Ends leases, and sets when jobs are due again: never for a parked job, whose delay is null. Separate from `writeAttempts`, because most
 * deliveries succeed at once and never need it.
 */
const rescheduleJobs = statement(
  { pending: pendingRow, deliveries: 'text[]' },
  ({ pending, deliveries }) => `update delivery_job j set lease_token = null, attempt = c.attempt, number = c.number,
     replay_now = case when j.replay_id is not null then c.answer end,
     run_at = case when c.delay_ms is null then 'infinity' else clock_timestamp() + make_interval(secs => c.delay_ms / 1000.0) end,
     parked_at = case when c.delay_ms is null then now() end
   from ${pending.as('c')}
   where j.delivery_id = c.id and j.workspace_id = c.workspace_id and j.delivery_id = any(${deliveries})`,
)

type Answered = { job: ClaimedJob; result: { status: number | null } }

type Changes = { workspaceId: string; replayId: string; endpointId: string } & Record<
  Answer | 'fixed' | 'broken',
  number
>

const changesRow = rowType<Changes>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  replay_id: ['text', ({ replayId }) => replayId],
  endpoint_id: ['text', ({ endpointId }) => endpointId],
  ok: 'integer',
  refused: 'integer',
  silent: 'integer',
  fixed: 'integer',
  broken: 'integer',
})

/** Adds changes to the counts of replays. */
const addChanges = statement(
  { changes: changesRow },
  (q) => `update replay_answers a set ok = a.ok + c.ok, refused = a.refused + c.refused, silent = a.silent + c.silent,
     fixed = a.fixed + c.fixed, broken = a.broken + c.broken
   from ${q.changes.as('c')}
   where a.workspace_id = c.workspace_id and a.replay_id = c.replay_id and a.endpoint_id = c.endpoint_id`,
)

/** Counts responses to replayed deliveries. A delivery's last response replaces its earlier ones in the same replay. */
export async function countReplayAnswers(em: EntityManager, attempts: readonly Answered[]): Promise<void> {
  const changes = sumChanges(attempts)
  if (changes.length > 0) await sql(em, addChanges({ changes }))
}

/** Returns what attempts add to the counts of their replays, by endpoint. Subtracts what a delivery's earlier attempt added. */
function sumChanges(attempts: readonly Answered[]): Changes[] {
  const byEndpoint = new Map<string, Changes>()
  for (const { job, result } of attempts) {
    const { workspaceId, replayId, endpointId, replayBefore: before, replayNow: last } = job
    if (replayId === null) continue
    const key = `${replayId} ${endpointId}`
    const zero = { ok: 0, refused: 0, silent: 0, fixed: 0, broken: 0 }
    const counts = byEndpoint.get(key) ?? { workspaceId, replayId, endpointId, ...zero }
    byEndpoint.set(key, counts)
    const answer = answerOf(result.status)
    counts[answer] += 1
    if (last !== null) counts[last] -= 1
    counts.fixed += Number(isFixed(before, answer)) - Number(isFixed(before, last))
    counts.broken += Number(isBroken(before, answer)) - Number(isBroken(before, last))
  }
  return [...byEndpoint.values()]
}

/** Whether a delivery succeeds that did not before the replay. `answer`: its response in the replay; null: none yet. */
const isFixed = (answerBefore: string | null, answer: Answer | null) => answerBefore !== 'ok' && answer === 'ok'
/** Whether a delivery fails that succeeded before the replay. */
const isBroken = (answerBefore: string | null, answer: Answer | null) =>
  answerBefore === 'ok' && answer !== null && answer !== 'ok'
