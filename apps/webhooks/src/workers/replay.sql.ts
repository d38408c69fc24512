import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql, statement } from '@posthorn/chassis'
import type { AnswerBefore } from '../delivery/attempt.ts'
import { epochMs, isOpen } from '../delivery/leasing.sql.ts'
import { isReplayed } from '../replays/replays.sql.ts'

/** A locked endpoint of a replay, ready for up to `places` deliveries. */
export type ReplayEndpointRow = {
  workspaceId: string
  replayId: string
  endpointId: string
  webhookId: string
  url: string
  checkpoint: string
  toAt: Date
  format: string
  /** Subscribed names in the webhook's format, and this API's names that the replay is limited to; null for no limit. */
  events: string[]
  chosen: string[] | null
  numberId: string | null
  chatId: string | null
  onlyFailed: boolean
  withWaiting: boolean
  places: number
  /**
   * Multiple of the original speed; null for as fast as the endpoint accepts. `pacedFromMs` is the time of the endpoint's last queued event,
   * and `pacedAtMs` is when that event was due.
   */
  speed: number | null
  pacedFromMs: number | null
  pacedAtMs: number | null
  nowMs: number
}

/**
 * Locks the progress of up to `limit` open endpoints in running replays, and keeps those replays from being stopped meanwhile. Workspaces take
 * turns. Replays fill half of an endpoint's slots, at least one, so that new events pass. `without`: replays that rest after a failure.
 */
export async function lockReplayEndpoints(
  em: EntityManager,
  limit: number,
  without: string[],
): Promise<ReplayEndpointRow[]> {
  const rows = await sql<Omit<ReplayEndpointRow, 'toAt'> & { toAt: unknown }>(
    em,
    `with open as (
     select l.workspace_id, l.replay_id, l.endpoint_id, place.free, e.url, w.id as webhook_id, w.format, w.events, w.number_id,
       r.to_at, r.events as chosen, r.chat_id, r.only_failed, r.with_waiting, r.speed,
       row_number() over (partition by l.workspace_id order by l.replay_id, l.endpoint_id) as turn
     from replay_endpoint l join replay r on r.workspace_id = l.workspace_id and r.id = l.replay_id
     join endpoint e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
     join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
     cross join lateral (
       select greatest(e.in_flight_max / 2, 1) - (select count(*)::int from delivery_job j where j.endpoint_id = e.id and j.replay
         and (j.run_at <= now() or j.lease_token is not null)) as free
     ) place
     where not l.done and r.status = 'running' and ${isOpen}
       and place.free > 0 and (l.due_at is null or l.due_at <= now()) and l.replay_id <> all($2)
     )
     select l.workspace_id as "workspaceId", l.replay_id as "replayId", l.endpoint_id as "endpointId", o.webhook_id as "webhookId",
       o.url, l.checkpoint, o.to_at as "toAt", o.format, o.events, o.chosen, o.number_id as "numberId", o.chat_id as "chatId",
       o.only_failed as "onlyFailed", o.with_waiting as "withWaiting", o.free as places, o.speed, ${epochMs('l.paced_from')} as "pacedFromMs",
       ${epochMs('l.paced_at')} as "pacedAtMs", ${epochMs('now()')} as "nowMs"
     from open o join replay_endpoint l on l.workspace_id = o.workspace_id and l.replay_id = o.replay_id and l.endpoint_id = o.endpoint_id
     join replay r on r.workspace_id = l.workspace_id and r.id = l.replay_id
     where not l.done and r.status = 'running' order by o.turn, l.replay_id, l.endpoint_id limit $1
     for update of l skip locked for share of r skip locked`,
    [limit, without],
  )
  return rows.map((row) => ({ ...row, toAt: new Date(isoTime(row.toAt) ?? 0) }))
}

/** An event in the log. `matches`: the replay includes it. `entry` is only set if the format needs it to decide. */
export type PastEvent = { id: string; kind: string; sequence: string; matches: boolean; entry: Buffer | null }

/** Lists up to `limit` events after the endpoint's checkpoint, marking the replay's own. `beyond`: the first id after the replay's range. */
export function listEventsAfter(
  em: EntityManager,
  endpoint: ReplayEndpointRow,
  { kinds, withEntry, beyond, limit }: { kinds: string[]; withEntry: boolean; beyond: string; limit: number },
): Promise<PastEvent[]> {
  return sql<PastEvent>(
    em,
    `select id, kind, sequence::text, case when $9 then entry end as entry,
       kind = any($4) and ${isReplayed({ number: '$5', chat: '$6', webhook: '$7' })} as matches
     from event where workspace_id = $1 and id > $2 and id < $3 order by id limit $8`,
    [
      endpoint.workspaceId,
      endpoint.checkpoint,
      beyond,
      kinds,
      endpoint.numberId,
      endpoint.chatId,
      endpoint.webhookId,
      limit,
      withEntry,
    ],
  )
}

export type DeliveryProgress = { status: string; attempts: number }

/** Returns the status and number of attempts of those deliveries that exist. */
export async function findProgress(
  em: EntityManager,
  workspaceId: string,
  deliveryIds: string[],
): Promise<Map<string, DeliveryProgress>> {
  const rows = await sql<DeliveryProgress & { id: string }>(
    em,
    'select id, status, attempts from delivery where workspace_id = $1 and id = any($2)',
    [workspaceId, deliveryIds],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An endpoint's new progress. `queued`: previous responses of queued deliveries. `dueMs`: when the next event is due; null: now. */
type EndpointProgress = {
  checkpoint: string
  queued: readonly AnswerBefore[]
  done: boolean
  pace: { fromMs: number; atMs: number } | null
  dueMs: number | null
}

/** Stores an endpoint's progress in a replay. Counts are added to the stored ones. */
const advance = statement(
  {
    workspace: 'text',
    replay: 'text',
    endpoint: 'text',
    checkpoint: 'text',
    queued: 'integer',
    done: 'boolean',
    ok: 'integer',
    refused: 'integer',
    silent: 'integer',
    none: 'integer',
    from: 'timestamptz',
    at: 'timestamptz',
    due: 'timestamptz',
  },
  (q) => `update replay_endpoint set checkpoint = ${q.checkpoint}, queued = queued + ${q.queued}, done = ${q.done},
     before_ok = before_ok + ${q.ok}, before_refused = before_refused + ${q.refused}, before_silent = before_silent + ${q.silent},
     before_none = before_none + ${q.none}, paced_from = ${q.from}, paced_at = ${q.at}, due_at = ${q.due}
   where workspace_id = ${q.workspace} and replay_id = ${q.replay} and endpoint_id = ${q.endpoint}`,
)

/** Stores how far an endpoint of a replay has come, so that the next round, in any process, continues there. */
export async function advanceEndpoint(
  em: EntityManager,
  endpoint: ReplayEndpointRow,
  progress: EndpointProgress,
): Promise<void> {
  const { checkpoint, queued, done, pace, dueMs } = progress
  const count = (answer: AnswerBefore) => queued.filter((each) => each === answer).length
  await sql(
    em,
    advance({
      workspace: endpoint.workspaceId,
      replay: endpoint.replayId,
      endpoint: endpoint.endpointId,
      checkpoint,
      done,
      queued: queued.length,
      ok: count('ok'),
      refused: count('refused'),
      silent: count('silent'),
      none: count('none'),
      from: pace && new Date(pace.fromMs),
      at: pace && new Date(pace.atMs),
      due: dueMs === null ? null : new Date(dueMs),
    }),
  )
}

/** Returns the milliseconds until the next speed-limited endpoint is due; null if none is waiting. */
export async function nextDueMs(em: EntityManager): Promise<number | null> {
  const [row] = await sql<{ ms: number | null }>(
    em,
    `select (extract(epoch from min(l.due_at) - now()) * 1000)::float8 as ms
     from replay_endpoint l join replay r on r.workspace_id = l.workspace_id and r.id = l.replay_id
     where not l.done and l.due_at > now() and r.status = 'running'`,
  )
  return row?.ms ?? null
}

/** Finishes replays that have nothing left to queue. Deleted endpoints count as done. */
export async function finishReplays(em: EntityManager): Promise<void> {
  await sql(
    em,
    `update replay r set status = 'finished', completed_at = now() where status = 'running' and not exists (
       select 1 from replay_endpoint l join endpoint e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
       where l.workspace_id = r.workspace_id and l.replay_id = r.id and not l.done)`,
  )
}

/** The last response to delivery `d` before the replay. */
const answerBefore = `case when d.last_http_status between 200 and 299 then 'ok' when d.last_http_status is not null then 'refused'
      when d.attempts > 0 then 'silent' else 'none' end`

/** Makes deliveries due: creates those that never existed, requeues those that ended, and with `waiting` expedites those that wait for a retry. */
const queue = statement(
  {
    ids: 'text[]',
    events: 'text[]',
    kinds: 'text[]',
    sequences: 'text[]',
    workspace: 'text',
    webhook: 'text',
    endpoint: 'text',
    url: 'text',
    replay: 'text',
    waiting: 'boolean',
  },
  (q) => `with wanted as (
    select id, event_id, kind, sequence::bigint from unnest(${q.ids}, ${q.events}, ${q.kinds}, ${q.sequences}) as d (id, event_id, kind, sequence)
  ), requeued as (
    update delivery d set status = 'waiting', completed_at = null, next_attempt_at = now() from wanted
    where d.workspace_id = ${q.workspace} and d.id = wanted.id and d.id = any(${q.ids}) and d.status not in ('waiting', 'parked')
    returning d.id, d.event_id, d.attempts, ${answerBefore} as before
  ), inserted as (
    insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, status, next_attempt_at)
    select ${q.workspace}, id, ${q.webhook}, ${q.endpoint}, ${q.url}, event_id, kind, sequence, 'waiting', now() from wanted
    where not exists (select 1 from delivery d where d.workspace_id = ${q.workspace} and d.id = wanted.id)
    returning id, event_id, attempts, 'none' as before
  ), expedited as (
    update delivery_job j set run_at = now(), replay = true, replay_id = ${q.replay}, replay_before = ${answerBefore}, replay_now = null
    from wanted join delivery d on d.workspace_id = ${q.workspace} and d.id = wanted.id and d.status = 'waiting' and d.attempts > 0
    where ${q.waiting} and j.workspace_id = ${q.workspace} and j.delivery_id = d.id and j.delivery_id = any(${q.ids})
      and (j.lease_token is null or j.run_at <= now()) and j.replay_id is distinct from ${q.replay}
    returning j.delivery_id, j.replay_before as before
  ), announced as (
    update delivery d set next_attempt_at = now() from expedited
    where d.workspace_id = ${q.workspace} and d.id = expedited.delivery_id and d.id = any(${q.ids})
  ), due as (
    insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, number, run_at, replay, replay_id, replay_before)
    select ${q.workspace}, id, ${q.endpoint}, event_id, attempts, now(), true, ${q.replay}, before
    from (select * from requeued union all select * from inserted) made
    on conflict do nothing returning replay_before as before
  )
  select before from due union all select before from expedited`,
)

/**
 * Makes deliveries due, first or again, and returns the previous response of each one that it made due. Leaves out parked ones, those being
 * attempted, and waiting ones unless the replay is `withWaiting` and they failed before.
 */
export async function queueReplayed(
  em: EntityManager,
  endpoint: ReplayEndpointRow,
  events: (PastEvent & { delivery: string })[],
): Promise<AnswerBefore[]> {
  const bound = queue({
    ids: events.map(({ delivery }) => delivery),
    events: events.map(({ id }) => id),
    kinds: events.map(({ kind }) => kind),
    sequences: events.map(({ sequence }) => sequence),
    workspace: endpoint.workspaceId,
    webhook: endpoint.webhookId,
    endpoint: endpoint.endpointId,
    url: endpoint.url,
    replay: endpoint.replayId,
    waiting: endpoint.withWaiting,
  })
  return (await sql<{ before: AnswerBefore }>(em, bound)).map((row) => row.before)
}
