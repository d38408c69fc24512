import type { EntityManager } from '@mikro-orm/postgresql'
import { type GaugeSample, isoTime, type Runtime, sql, type VerbContext } from '@posthorn/chassis'
import { priorityRank } from './accept.sql.ts'
import type { QueueView, Waiting } from './present.ts'

/**
 * SQL condition that the ordered job `e` precedes job `j` in its chat and blocks it. A job that waits for the customer or for the end of
 * quiet hours doesn't block other jobs.
 */
const isEarlierInOrder = `e.ordered
  and e.waits_for is distinct from 'window_closed' and (e.waits_for is distinct from 'quiet_hours' or e.run_at <= now())
  and (e.due_at, e.message_id) < (j.due_at, j.message_id)`

/** SQL condition that an earlier ordered job of the chat blocks job `j`. */
export const waitsForEarlier = `exists (select 1 from send_job e where e.chat_id = j.chat_id and ${isEarlierInOrder})`

/** SQL condition that queue `l` can be served: its number is connected and it isn't paused. */
export const isQueueServed = `l.connected and l.status <> 'paused'`

/** SQL condition that queue `l` may send now: any pause by the provider is over. */
export const isQueueOpen = `${isQueueServed} and (l.blocked_until is null or l.blocked_until <= now())`

/** SQL condition that draining doesn't hold job `j`: the queue isn't draining, or the job was queued before that began. */
export const leavesDrain = (queue: string) => `(${queue}.status <> 'draining' or j.message_id <= ${queue}.drain_mark)`

type Reason = Waiting['reason']

/** SQL for why the provider's limits or state block queue `l`, or null if nothing does. */
const blockedReason = `case when l.blocked_until > now() then case l.blocked_for
    when 'throttled' then 'number_throttled' when 'outage' then 'provider_outage' else 'number_refused' end end`

/** A blocked queue's reason, and when the provider's block ends. Both are null if the queue can send. */
export type BlockedQueue = { blocked_reason: Reason | null; blocked_until: unknown }

/** Selects why queue `l` can't send, as `BlockedQueue`. `isQuarantined`: SQL expression. */
export const blockedColumns = (isQuarantined: string): string => `case when ${isQuarantined} then 'quarantine'
    when l.status = 'paused' then 'number_paused' when l.connected is not true then 'number_offline' else ${blockedReason} end as blocked_reason,
  case when not ${isQuarantined} and ${isQueueServed} and l.blocked_until > now() then l.blocked_until end as blocked_until`

/** Returns why a queue can't send, and until when if that is known, or null if it can. */
export const blockedBy = ({ blocked_reason: reason, blocked_until }: BlockedQueue): Waiting | null =>
  reason && waitingFor({ reason, until: blocked_until })

/**
 * SQL for why job `j` of queue `l` is waiting, or null if the provider is being called. If several reasons apply, the order here decides. A
 * retry during an outage waits for the end of the outage. `isBehind`: whether an earlier job of the chat blocks it.
 */
const reasonOfJob = (isQuarantined: string, isBehind: string) => `case
    when j.status = 'calling' then null
    when j.status = 'unknown' then 'outcome'
    when least(j.due_at, j.run_at) > now() then 'schedule'
    when ${isQuarantined} then 'quarantine'
    when l.status = 'paused' then 'number_paused'
    when l.status = 'draining' and j.message_id > coalesce(l.drain_mark, '') then 'number_draining'
    when l.connected is not true then 'number_offline'
    when j.waits_for = 'window_closed' then 'window_closed'
    when j.waits_for = 'retry' and ${blockedReason} = 'provider_outage' then 'provider_outage'
    when j.run_at > now() then coalesce(j.waits_for, 'retry')
    when ${isBehind} then 'order'
    else coalesce(${blockedReason}, 'pacing') end`

/** Joins queue `l` of job `j`, and `reason` with its reason and when that ends. `offset 0`: Postgres would compute the reason twice. */
const reasonOf = (isQuarantined: string) => `left join number_queue l on l.number_id = j.number_id cross join lateral (
    select ${reasonOfJob(isQuarantined, `j.ordered and ${waitsForEarlier}`)} as reason offset 0
  ) because cross join lateral (
    select because.reason, case
      when because.reason = 'outcome' then j.lease_until
      when because.reason = 'schedule' then j.due_at
      when because.reason in ('number_throttled', 'number_refused', 'provider_outage') then l.blocked_until
      when because.reason in ('retry', 'pair_limit', 'quiet_hours', 'typing') then j.run_at end as until
  ) reason`

type ReasonRow = { reason: Reason; until: unknown }

/** Returns what a message or queue waits for, with the end of the wait if it is known. */
function waitingFor({ reason, until }: ReasonRow): Waiting {
  const at = isoTime(until)
  return { reason, ...(at === null ? {} : { until: at }) }
}

type Context = Pick<VerbContext, 'em' | 'workspace'> & { runtime: Pick<Runtime, 'quarantine'> }

/** Returns why each message is waiting. If its last attempt failed, also when the next one is made. */
export async function queueViews({ em, workspace, runtime }: Context, ids: string[]): Promise<Map<string, QueueView>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; reason: Reason | null; until: unknown; next_at: unknown }>(
    em,
    `select j.message_id as id, reason.*, case when j.status = 'waiting' and j.waits_for = 'retry' then j.run_at end as next_at
     from send_job j ${reasonOf('$3::boolean')} where j.workspace_id = $1 and j.message_id = any($2)`,
    [workspace, ids, runtime.quarantine.known() !== null],
  )
  return new Map(
    rows.map(({ id, reason, until, next_at }) => {
      const nextAt = isoTime(next_at)
      return [id, { ...(reason ? { waiting: waitingFor({ reason, until }) } : {}), ...(nextAt ? { nextAt } : {}) }]
    }),
  )
}

/** Returns, for each reason, the age of the oldest due message in seconds. One behind another in its chat has its number's reason. */
async function oldestWaits(
  em: EntityManager,
  quarantinedSince: Date | null,
): Promise<{ reason: Reason; seconds: number }[]> {
  const rows = await sql<{ reason: Reason | null; seconds: number }>(
    em,
    `select ${reasonOfJob('$1::boolean', 'false')} as reason, extract(epoch from now() - min(j.due_at))::float8 as seconds
     from send_job j left join number_queue l on l.number_id = j.number_id where j.due_at <= now() group by 1`,
    [quarantinedSince !== null],
  )
  return rows.flatMap(({ reason, seconds }) => (reason ? [{ reason, seconds }] : []))
}

/** A waiting message whose reason for waiting hasn't been announced. */
type Wait = { id: string; workspace: string; waiting: Waiting }

/** How many seconds a message must wait before its wait is announced. One that leaves at once gets no such event. */
const announcedAfterSeconds = 2

/** How many jobs to check, and how many waits to return. `holdSeconds`: how long an unknown outcome waits for a status. */
type CheckLimits = { checkedMax: number; announcedMax: number; holdSeconds: number; quarantinedSince: Date | null }

/**
 * Checks the next jobs in message order. Returns those that wait for a reason that wasn't announced, and the position to continue from, which
 * is '' at the end. If there are more than the limit, the next check continues after the last one returned.
 */
export async function unannouncedWaits(
  em: EntityManager,
  after: string,
  { checkedMax, announcedMax, holdSeconds, quarantinedSince }: CheckLimits,
): Promise<{ waits: Wait[]; next: string }> {
  const [row] = await sql<{ last: string | null; waits: (ReasonRow & { id: string; workspace: string })[] }>(
    em,
    `with part as (select * from send_job where message_id > $1 order by message_id limit $2), wait as (
       select j.message_id as id, j.workspace_id as workspace, reason.* from part j ${reasonOf('$4::boolean')}
       where case j.status when 'waiting' then j.due_at <= now() - make_interval(secs => ${announcedAfterSeconds})
           when 'unknown' then j.lease_until <= now() + make_interval(secs => $5 - ${announcedAfterSeconds}) end
         and reason.reason is distinct from j.announced_reason
       order by j.message_id limit $3
     )
     select case when (select count(*) from part) = $2 then (select max(message_id) from part) end as last,
       coalesce((select json_agg(wait order by id) from wait), '[]') as waits`,
    [after, checkedMax, announcedMax, quarantinedSince !== null, holdSeconds],
  )
  const { last = null, waits = [] } = row ?? {}
  const next = (waits.length === announcedMax ? waits.at(-1)?.id : last) ?? ''
  return { waits: waits.map(({ id, workspace, ...reason }) => ({ id, workspace, waiting: waitingFor(reason) })), next }
}

/** Records the announced reasons. Returns ids of messages that still wait and for which this reason wasn't announced yet. */
export async function recordAnnounced(em: EntityManager, waits: readonly Wait[]): Promise<Set<string>> {
  const noted = await sql<{ id: string }>(
    em,
    `update send_job j set announced_reason = t.reason from unnest($1::text[], $2::text[]) as t (message_id, reason)
     where j.message_id = t.message_id and j.status <> 'calling' and j.announced_reason is distinct from t.reason
     returning j.message_id as id`,
    [waits.map(({ id }) => id), waits.map(({ waiting }) => waiting.reason)],
  )
  return new Set(noted.map(({ id }) => id))
}

/** Maximum number of earlier jobs that an estimate counts. */
const countedMax = 100_000

/** SQL condition that an earlier job in the chat of `j` has no known end, because its outcome is unknown or it can't be sent yet. */
const waitsForPostponed = `exists (select 1 from send_job e where e.chat_id = j.chat_id and ${isEarlierInOrder}
  and (e.status = 'unknown' or e.run_at > now()))`

/**
 * Estimates when a waiting message will be sent, from its position in its number's queue and the number's rate. Returns null if that can't
 * be known: in quarantine; if the queue is paused, offline, blocked by more than throttling, or drains without the message; if the message is
 * held for the customer or a status, or behind one that is held or postponed; or if it is being sent.
 */
export async function estimateSendAt({ em, workspace, runtime }: Context, id: string): Promise<string | null> {
  if (runtime.quarantine.known()) return null
  const [row] = await sql<{ at: unknown }>(
    em,
    `select greatest(j.run_at, l.blocked_until, now() + make_interval(secs => before.count / l.rate_per_second)) as at
     from send_job j join number_queue l on l.number_id = j.number_id, lateral (
       select count(*) from (
         select 1 from send_job e
         where e.number_id = j.number_id and e.status = 'waiting' and e.run_at <= greatest(now(), j.run_at)
           and (e.priority > j.priority or (e.priority = j.priority and (e.run_at, e.message_id) < (j.run_at, j.message_id)))
         limit ${countedMax}) counted
     ) before
     where j.workspace_id = $1 and j.message_id = $2 and j.status = 'waiting' and j.waits_for is distinct from 'window_closed'
       and ${isQueueServed} and ${leavesDrain('l')}
       and (l.blocked_until is null or l.blocked_until <= now() or l.blocked_for = 'throttled')
       and not (j.ordered and ${waitsForPostponed})`,
    [workspace, id],
  )
  return isoTime(row?.at)
}

const priorities = Object.entries(priorityRank)

const depth = `select status, priority, count(*)::int as messages from send_job group by 1, 2`

/**
 * The dispatcher checks a number with due messages many times per second. If nothing blocks the number but the dispatcher hasn't checked it
 * for several seconds, its due messages are stuck. Grouped by priority, as in the queue's index.
 */
const stuck = `select coalesce(max(extract(epoch from now() - j.run_at)), 0)::float8 as seconds
  from number_queue l cross join unnest($1::smallint[]) as p (priority) cross join lateral (
    select j.run_at from send_job j
    where j.number_id = l.number_id and j.status = 'waiting' and j.priority = p.priority and j.run_at <= now() and j.expires_at > now()
      and ${leavesDrain('l')}
      and (not j.ordered or not ${waitsForEarlier})
    order by j.run_at limit 1
  ) j
  where ${isQueueOpen} and l.last_served_at < now() - interval '3 seconds'`

/** Measures the queue: its messages by status and priority, unknown outcomes, and how long messages are stuck or wait, by reason. */
export async function queueMetrics(em: EntityManager, quarantinedSince: Date | null): Promise<GaugeSample[]> {
  const rows = await sql<{ status: string; priority: number; messages: number }>(em, depth)
  const [oldest] = await sql<{ seconds: number }>(em, stuck, [priorities.map(([, rank]) => rank)])
  const nameOf = new Map<number, string>(priorities.map(([name, rank]) => [rank, name]))
  const unknown = rows.filter(({ status }) => status === 'unknown').reduce((sum, { messages }) => sum + messages, 0)
  return [
    ...rows.map(({ status, priority, messages }) => ({
      name: 'send_queue',
      value: messages,
      labels: { status, priority: nameOf.get(priority) ?? '' },
    })),
    { name: 'send_ready_oldest_seconds', value: oldest?.seconds ?? 0 },
    { name: 'unknown_outcome_open', value: unknown },
    ...(await oldestWaits(em, quarantinedSince)).map(({ reason, seconds }) => ({
      name: 'send_waiting_oldest_seconds',
      value: seconds,
      labels: { reason },
    })),
  ]
}
