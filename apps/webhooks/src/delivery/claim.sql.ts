import { lastSql, type Runtime, rowType, shardOf, sql, statement } from '@posthorn/chassis'
import { type LogEntry, readEntry } from '../entities/webhook.ts'
import type { Answer, AnswerBefore } from './attempt.ts'
import { expireLostJobs } from './jobs.sql.ts'
import {
  endpointQueues,
  epochMs,
  isOpen,
  leasable,
  leased,
  leasingLock,
  pace,
  secretsOf,
  shardLock,
  spendTokens,
} from './leasing.sql.ts'

/** A leased job with everything its attempt needs. Secrets are encrypted. */
export type ClaimedJob = {
  workspaceId: string
  deliveryId: string
  endpointId: string
  webhookId: string
  eventId: string
  kind: string
  /** Reads the event in the log. Throws if it can't be read. */
  readEntry: () => LogEntry
  /** Attempts in the current schedule. */
  attempt: number
  /** Attempts in total. */
  number: number
  leaseToken: string
  url: string
  headerName: string | null
  headerValue: string | null
  secrets: string[]
  traceparent: string | null
  /** Format of the payload, and the subscribed event names in that format. */
  format: string
  names: readonly string[]
  inFlightMax: number
  /** Due time, as Postgres text. */
  dueAt: string
  replay: boolean
  /** The replay, the last response before it, and the last response during it. All null if this isn't a replay. */
  replayId: string | null
  replayBefore: AnswerBefore | null
  replayNow: Answer | null
  /** Whether a previous lease expired without a result. */
  expired: boolean
  /** Whether the claim left jobs of the endpoint that are due. */
  hasMore: boolean
}

export type EndpointLoad = {
  endpointId: string
  /** Jobs leased by this process. */
  leased: number
  /** How many jobs it may have leased in all. 0: as many as may be in flight. */
  leasedMax: number
  /** How many of them it may prefetch. */
  prefetchMax: number
  /** Whether the endpoint was slow recently. */
  isSlow: boolean
}

/** How many more jobs may be leased for a workspace, how many of them for slow receivers, and its endpoint that was served last. */
type WorkspaceShare = { workspaceId: string; free: number; slowFree: number; lastEndpoint: string }

/** Lease duration. After a lease expires, its job can be claimed again. An attempt ends well before that. */
export const leaseMs = 30_000

const loadRow = rowType<Omit<EndpointLoad, 'prefetchMax'>>({
  endpoint_id: ['text', ({ endpointId }) => endpointId],
  leased: 'integer',
  leased_max: ['integer', ({ leasedMax }) => leasedMax],
  is_slow: ['boolean', ({ isSlow }) => isSlow],
})

const shareRow = rowType<WorkspaceShare>({
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  free: 'integer',
  slow_free: ['integer', ({ slowFree }) => slowFree],
  last_endpoint: ['text', ({ lastEndpoint }) => lastEndpoint],
})

type QueuesInput = {
  after: string
  loads: string
  shares: string
  newcomer: string
  newcomerSlow: string
  shards: string
}

/**
 * Selects open queues, in turn: those of endpoints after the last one served come first, in all and in each workspace, so that none starves. A
 * half-open breaker allows one probe.
 */
const openQueues = ({ after, loads, shares, newcomer, newcomerSlow, shards }: QueuesInput) => `open_queue as (
  select e.workspace_id, e.id, e.webhook_id, e.url, e.in_flight_max, w.secret_header_name, w.secret_header_value,
    w.format, w.events as names, pace.*, due.count as due_count, coalesce(mine.is_slow, false) as is_slow,
    coalesce(share.free, ${newcomer}) as free, coalesce(share.slow_free, ${newcomerSlow}) as slow_free,
    row_number() over (order by (e.id <= ${after}), e.id) as turn,
    row_number() over (partition by e.workspace_id order by (e.id <= coalesce(share.last_endpoint, '')), e.id) as own_turn,
    greatest(0, least(pace.tokens, case when e.breaker_until is not null then 1 - leased.count else ${leasable} end, due.count)) as wanted
  from endpoint_queue join endpoint e on e.id = endpoint_queue.endpoint_id
  join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
  cross join lateral (${pace}) pace
  cross join lateral ${leased}
  cross join lateral (select count(*) from (
    select from delivery_job d where d.endpoint_id = e.id and d.run_at <= now() limit ${dueCountMax}) d) due
  left join ${loads} on mine.endpoint_id = e.id
  left join ${shares} on share.workspace_id = e.workspace_id
  where ${isOpen} and ${shardOf('e.id')} = any(${shards}::int[])
)`

/**
 * Cuts what each queue wants to what earlier turns leave of its workspace's slots and, for a slow receiver, of the slots for slow ones.
 * `slowLimit`: SQL of the slots left for all slow receivers.
 */
const sharedQueues = (slowLimit: string) => `shared_queue as (
  select l.*, least(wanted, free - sum(wanted) over own + wanted,
    case when is_slow then least(slow_free - sum(wanted) filter (where is_slow) over own,
      ${slowLimit} - sum(wanted) filter (where is_slow) over (order by turn)) + wanted else wanted end) as slots
  from open_queue l window own as (partition by workspace_id order by own_turn)
)`

/** A queue with a due job older than this has a backlog, so it serves new jobs alongside old ones. */
const backlogAfter = `interval '2 seconds'`

/** Maximum number of due jobs counted per queue. A claim never leases more than this from one queue. */
const dueCountMax = 100

/**
 * Reserves half of the slots of a queue with a backlog for fresh jobs, so that new events don't wait behind it. An odd slot goes to either side
 * at random, so that a queue with a single slot serves both. Secrets are read here, once for each queue rather than for each job.
 */
const splitQueues = `split_queue as (
  select l.*, ${secretsOf('l')} as secrets, case when exists (select 1 from delivery_job d where d.endpoint_id = l.id and d.run_at < now() - ${backlogAfter})
    then floor(l.slots / 2 + random()) else 0 end as fresh_slots
  from shared_queue l where l.slots >= 1 order by l.turn
)`

/** `where`: SQL condition on job `d`. `limit`: SQL expression. `isFresh`: whether the jobs count against the slots for fresh jobs. */
type DueJobs = { where: string; limit: string; isFresh?: boolean }

/** Selects and locks due jobs of queue `l`, oldest first. */
const selectDue = ({ where, limit, isFresh = false }: DueJobs) => `select * from (
    select d.ctid, d.delivery_id, d.run_at, d.lease_token is not null as expired, ${isFresh} as is_fresh from delivery_job d
    where d.endpoint_id = l.id and d.run_at <= now() and ${where}
    order by d.run_at, d.delivery_id limit greatest(floor(${limit}), 0) for update skip locked) d`

/** Selects due jobs of a queue: fresh ones up to their share, then the oldest, then replays. */
const dueJobs = `${selectDue({ where: `not d.replay and d.run_at > now() - ${backlogAfter}`, limit: 'l.fresh_slots', isFresh: true })}
        union all ${selectDue({ where: `not d.replay and (l.fresh_slots = 0 or d.run_at <= now() - ${backlogAfter})`, limit: 'l.slots' })}
        union all ${selectDue({ where: 'd.replay', limit: 'least(l.slots, l.replay_tokens)' })}`

/**
 * A lease is a token plus its expiry, which is stored in `run_at`. An expired lease therefore makes its job due again. The locked rows are
 * found by `ctid`, which needs no index. A row that changed since the snapshot isn't found, and is left to the next claim.
 */
const claim = statement(
  {
    after: 'text',
    limit: 'integer',
    slowLimit: 'integer',
    newcomer: 'integer',
    newcomerSlow: 'integer',
    loads: loadRow,
    shares: shareRow,
    shards: 'text[]',
  },
  ({ limit, slowLimit, loads, shares, ...parameters }) => `with recursive ${endpointQueues},
  ${openQueues({ ...parameters, loads: loads.as('mine'), shares: shares.as('share') })}, ${sharedQueues(slowLimit)}, ${splitQueues},
  due as (
    select j.ctid, j.run_at, j.expired, l.webhook_id, l.url, l.in_flight_max, l.secret_header_name, l.secret_header_value,
      l.secrets, l.format, l.names, l.rate, l.rate is null and (l.due_count > l.slots or l.due_count = ${dueCountMax}) as has_more
    from split_queue l cross join lateral (
      select * from (
        ${dueJobs}
      ) d order by d.is_fresh desc, d.run_at, d.delivery_id limit greatest(floor(l.slots), 0)
    ) j limit ${limit}
  ),
  leased as (
    update delivery_job j set lease_token = gen_random_uuid(), run_at = now() + interval '${leaseMs} ms'
    from due where j.ctid = due.ctid
    returning j.*, due.run_at as due_at, due.expired, due.webhook_id, due.url, due.in_flight_max, due.secret_header_name,
      due.secret_header_value, due.secrets, due.format, due.names, due.rate, due.has_more
  ),
  ${spendTokens}
  select l.workspace_id as "workspaceId", l.delivery_id as "deliveryId", l.endpoint_id as "endpointId",
    l.webhook_id as "webhookId", l.event_id as "eventId", ev.kind, l.attempt, l.number, l.lease_token as "leaseToken", l.url,
    l.secret_header_name as "headerName", l.secret_header_value as "headerValue", ev.entry, ev.traceparent, l.format, l.names, l.replay, l.expired,
    l.replay_id as "replayId", l.replay_before as "replayBefore", l.replay_now as "replayNow",
    l.in_flight_max as "inFlightMax", l.due_at::text as "dueAt", l.secrets, l.has_more as "hasMore", l.rate is not null as "isPaced", ${epochMs('clock_timestamp()')} as "clockMs"
  from leased l left join lateral (
    select kind, entry, traceparent from event where workspace_id = l.workspace_id and id = l.event_id limit 1
  ) ev on true
  order by l.endpoint_id, l.delivery_id`,
)

/** Selects the milliseconds until the next job of an active queue in these shards is due. */
const nextDue = `with recursive ${endpointQueues}
  select (extract(epoch from min(case
    when greatest(e.breaker_until, e.held_until) > now() then greatest(e.breaker_until, e.held_until)
    else least(case when pace.next_at > now() then pace.next_at end,
      (select min(j.run_at) from delivery_job j where j.endpoint_id = e.id and j.run_at > now() and j.run_at < 'infinity'))
    end) - clock_timestamp()) * 1000)::float8 as ms, ${epochMs('clock_timestamp()')} as "clockMs"
  from endpoint_queue join endpoint e on e.id = endpoint_queue.endpoint_id
  join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
  cross join lateral (${pace}) pace
  where e.status = 'active' and w.status = 'active' and ${shardOf('e.id')} = any($1::int[])`

/** Shards are always locked in ascending order, after the global lock, to avoid deadlocks. */
const lockShards = `with leasing as materialized (select pg_advisory_xact_lock_shared(${leasingLock}))
  select pg_advisory_xact_lock(${shardLock('shard')}) from leasing cross join unnest($1::int[]) as shard`

/** Up to `limit` leased jobs, when to claim again (null: no job is waiting), and the database's clock (Unix milliseconds). */
type Claim = { jobs: ClaimedJob[]; limit: number; nextInMs: number | null; clockMs: number }

/** `isPaced`: the webhook has a rate limit. */
type ClaimedRow = Omit<ClaimedJob, 'readEntry'> & { entry: Buffer | null; isPaced: boolean; clockMs: number }

/** When to claim again after a claim that leased jobs. Busy queues are woken earlier, so asking when the next job is due would be wasted. */
const nextClaimMs = 100

/**
 * How many jobs this process may lease: in total, for slow receivers, and per workspace, plus its current load per endpoint. `after`: the
 * endpoint that was served last of all. `newcomer` applies to workspaces not in `shares`.
 */
export type LeaseCapacity = {
  after: string
  limit: number
  slowLimit: number
  newcomer: Omit<WorkspaceShare, 'lastEndpoint'>
  shares: WorkspaceShare[]
  loads: EndpointLoad[]
}

/** Returns a function that reads an entry once, when an attempt needs it: one that can't be read must not fail the claim of others. */
function readerOf(entry: Buffer): () => LogEntry {
  let read: LogEntry | undefined
  return () => (read ??= readEntry(entry))
}

/**
 * Leases due jobs from each queue, up to the capacity. An endpoint with a backlog gets no more than its own slots and those of its workspace, so
 * it can't delay others. Only one process at a time claims from a shard, so that an endpoint's limits and the single probe hold across replicas.
 * `capacity` is called under the lock. Expires jobs whose event has left the log.
 */
export function claimJobs(
  runtime: Runtime,
  { shards, capacity }: { shards: readonly number[]; capacity: () => LeaseCapacity },
): Promise<Claim> {
  return runtime.db.transaction(async (em) => {
    await sql(em, lockShards, [shards])
    const { after, limit, slowLimit, newcomer, shares, loads } = capacity()
    const claimed = await sql<ClaimedRow>(
      em,
      claim({
        after,
        limit: Math.max(0, limit),
        slowLimit,
        newcomer: newcomer.free,
        newcomerSlow: newcomer.slowFree,
        loads,
        shares,
        shards: shards.map(String),
      }),
    )
    // Deliveries of an event to several endpoints are usually claimed together, and unpacking takes about 15 µs of CPU.
    const readers = new Map<string, () => LogEntry>()
    const jobs = claimed.flatMap(({ entry, ...job }) => {
      if (entry === null) return []
      const key = `${job.workspaceId} ${job.eventId}`
      const reader = readers.get(key) ?? readerOf(entry)
      readers.set(key, reader)
      return [{ ...job, readEntry: reader }]
    })
    await expireLostJobs(
      em,
      claimed.filter(({ entry }) => entry === null),
    )
    const [first] = claimed
    if (first !== undefined && !claimed.some(({ isPaced }) => isPaced))
      return { jobs, limit, nextInMs: nextClaimMs, clockMs: first.clockMs }
    // In the same transaction, so that both use the same now() and no job becomes due between them.
    const [row] = await lastSql<{ ms: number | null; clockMs: number }>(em, nextDue, [shards])
    return { jobs, limit, nextInMs: row?.ms ?? null, clockMs: row?.clockMs ?? Date.now() }
  })
}
