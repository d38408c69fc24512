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

/** SQL condition that job `j` may leave a draining queue, because it was queued before draining began. */
export const leavesDrain = (queue: string) => `(${queue}.status <> 'draining' or j.message_id <= ${queue}.drain_mark)`

type Reason = Waiting['reason']

type JobRow = {
  message_id: string
  status: 'waiting' | 'calling' | 'unknown'
  waits_for: 'retry' | 'pair_limit' | 'window_closed' | 'quiet_hours' | 'typing' | null
  run_at: unknown
  due_at: unknown
  lease_until?: unknown
  due: boolean
  scheduled: boolean
  behind: boolean
  drained: boolean
} & PacedQueue

export type PacedQueue = {
  queue_status: string | null
  connected: boolean | null
  blocked_until: unknown
  blocked_for: keyof typeof blockedReasons | null
}

const blockedReasons = {
  throttled: 'number_throttled',
  refused: 'number_refused',
  failed: 'number_refused',
  outage: 'provider_outage',
} as const

export const queueColumns = `l.status as queue_status, l.connected, l.blocked_for,
  case when l.blocked_until > now() then l.blocked_until end as blocked_until`

const viewColumns = `j.message_id, j.status, j.waits_for, j.run_at, j.due_at, j.lease_until, j.run_at <= now() as due, j.due_at > now() as scheduled,
  l.status = 'draining' and j.message_id > coalesce(l.drain_mark, '') as drained, ${queueColumns}, j.ordered and j.run_at <= now() and ${waitsForEarlier} as behind`

type Context = Pick<VerbContext, 'em' | 'workspace'> & { runtime: Pick<Runtime, 'quarantine'> }

/** Returns what each message is waiting for, and when it will be tried next. */
export async function queueViews({ em, workspace, runtime }: Context, ids: string[]): Promise<Map<string, QueueView>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<JobRow>(
    em,
    `select ${viewColumns} from send_job j left join number_queue l on l.number_id = j.number_id
     where j.workspace_id = $1 and j.message_id = any($2)`,
    [workspace, ids],
  )
  const since = runtime.quarantine.known()
  return new Map(rows.map((row) => [row.message_id, viewOf(row, since)]))
}

/** Returns why a message is waiting. If its last attempt failed, also when the next one is made. */
function viewOf(row: JobRow, quarantinedSince: Date | null): QueueView {
  const waiting = reasonOf(row, quarantinedSince)
  const nextAt = row.status === 'waiting' && row.waits_for === 'retry' ? isoTime(row.run_at) : null
  return { ...(waiting ? { waiting } : {}), ...(nextAt ? { nextAt } : {}) }
}

/**
 * Returns why a message is waiting, or undefined if the provider is being called. If several reasons apply, the order here decides. A retry
 * during an outage waits for the end of the outage.
 */
function reasonOf(row: JobRow, quarantinedSince: Date | null): Waiting | undefined {
  const runAt = isoTime(row.run_at) as string
  if (row.status === 'calling') return undefined
  if (row.status === 'unknown') return heldUntil(isoTime(row.lease_until))
  if (row.scheduled) return { reason: 'schedule', until: isoTime(row.due_at) as string }
  if (quarantinedSince) return { reason: 'quarantine' }
  if (row.queue_status === 'paused') return { reason: 'number_paused' }
  if (row.drained) return { reason: 'number_draining' }
  if (!row.connected) return { reason: 'number_offline' }
  if (row.waits_for === 'window_closed') return { reason: 'window_closed' }
  const blocked = queueReason(row)
  if (row.waits_for === 'retry' && blocked?.reason === 'provider_outage') return blocked
  if (!row.due) return { reason: row.waits_for ?? 'retry', until: runAt }
  if (row.behind) return { reason: 'order' }
  return blocked ?? { reason: 'pacing' }
}

const heldUntil = (until: string | null): Waiting => ({ reason: 'outcome', ...(until !== null && { until }) })

/**
 * Returns the age in seconds of the oldest due message for each reason. A message behind an earlier one in its chat counts toward its
 * number's reason.
 */
async function oldestWaits(em: EntityManager, quarantinedSince: Date | null): Promise<Map<Reason, number>> {
  const rows = await sql<JobRow & { seconds: number }>(
    em,
    `select j.status, j.waits_for, j.run_at <= now() as due, false as scheduled, false as behind,
       l.status = 'draining' and j.message_id > coalesce(l.drain_mark, '') as drained, ${queueColumns},
       max(j.run_at) as run_at, extract(epoch from now() - min(j.due_at))::float8 as seconds
     from send_job j left join number_queue l on l.number_id = j.number_id
     where j.due_at <= now() group by 1, 2, 3, 6, 7, 8, 9, 10`,
    [],
  )
  const oldest = new Map<Reason, number>()
  for (const row of rows) {
    const reason = reasonOf(row, quarantinedSince)?.reason
    if (reason) oldest.set(reason, Math.max(row.seconds, oldest.get(reason) ?? 0))
  }
  return oldest
}

/** A waiting message whose reason for waiting hasn't been announced. */
type Wait = { workspace: string; id: string; waiting: Waiting }

/** How many seconds a message must wait before its wait is announced. */
const announcedAfterSeconds = 2

type CheckedJob = JobRow & { workspace_id: string; announced_reason: string | null; long: boolean }

/** `holdSeconds`: how long an unknown outcome waits for a status. */
type CheckLimits = { checkedMax: number; announcedMax: number; holdSeconds: number; quarantinedSince: Date | null }

/**
 * Checks the next jobs in message order. Returns the waiting jobs with their reasons, and the position to continue from, which is '' at the
 * end.
 */
export async function unannouncedWaits(em: EntityManager, after: string, limits: CheckLimits): Promise<ChosenWaits> {
  const rows = await sql<CheckedJob>(
    em,
    `with part as (select * from send_job where message_id > $1 order by message_id limit $2)
     select ${viewColumns}, j.workspace_id, j.announced_reason,
       case j.status when 'waiting' then j.due_at <= now() - make_interval(secs => ${announcedAfterSeconds})
         when 'unknown' then j.lease_until <= now() + make_interval(secs => $3 - ${announcedAfterSeconds}) end as long
     from part j left join number_queue l on l.number_id = j.number_id order by j.message_id`,
    [after, limits.checkedMax, limits.holdSeconds],
  )
  return chooseWaits(rows, limits)
}

type ChosenWaits = { waits: Wait[]; next: string }

/** Chooses which of the checked jobs to announce. If there are more than the limit, the next check continues after the last one chosen. */
export function chooseWaits(rows: readonly CheckedJob[], limits: CheckLimits): ChosenWaits {
  const waits: Wait[] = []
  for (const row of rows) {
    const waiting = row.long ? reasonOf(row, limits.quarantinedSince) : undefined
    if (waiting === undefined || waiting.reason === row.announced_reason) continue
    waits.push({ workspace: row.workspace_id, id: row.message_id, waiting })
    if (waits.length === limits.announcedMax) return { waits, next: row.message_id }
  }
  return { waits, next: rows.length < limits.checkedMax ? '' : (rows.at(-1)?.message_id ?? '') }
}

/** Records the announced reasons. Returns ids of messages that are still waiting and that no other process has announced. */
export async function noteAnnounced(em: EntityManager, waits: readonly Wait[]): Promise<Set<string>> {
  const noted = await sql<{ id: string }>(
    em,
    `update send_job j set announced_reason = t.reason from unnest($1::text[], $2::text[]) as t (message_id, reason)
     where j.message_id = t.message_id and j.status <> 'calling' and j.announced_reason is distinct from t.reason
     returning j.message_id as id`,
    [waits.map(({ id }) => id), waits.map(({ waiting }) => waiting.reason)],
  )
  return new Set(noted.map(({ id }) => id))
}

/** Returns why the provider's limits or state block a number, or undefined if nothing does. */
export function queueReason({ blocked_until, blocked_for }: PacedQueue): Waiting | undefined {
  const until = isoTime(blocked_until)
  if (!until) return undefined
  return { reason: blockedReasons[blocked_for ?? 'refused'], until }
}

/** Maximum number of earlier jobs that an estimate counts. */
const countedMax = 100_000

/** SQL condition that an earlier job in the chat of `j` has no known end, because its outcome is unknown or it can't be sent yet. */
const waitsForPostponed = `exists (select 1 from send_job e where e.chat_id = j.chat_id and ${isEarlierInOrder}
  and (e.status = 'unknown' or e.run_at > now()))`

/**
 * Estimates when a waiting message will be sent, from its position in its number's queue and the number's rate. Returns null if that can't
 * be known: in quarantine; if the queue is paused, draining, offline or refused; if the message is held for the customer or a status, or is
 * behind such a message; or if it is being sent.
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

/** Measures the size of the queue and how long sendable messages have been waiting. */
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
    ...[...(await oldestWaits(em, quarantinedSince))].map(([reason, value]) => ({
      name: 'send_waiting_oldest_seconds',
      value,
      labels: { reason },
    })),
  ]
}
