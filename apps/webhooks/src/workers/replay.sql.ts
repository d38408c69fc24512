import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'

/** A locked lane of a replay that may be fed now, up to `places` deliveries. */
export type ReplayLaneRow = {
  workspaceId: string
  replayId: string
  endpointId: string
  webhookId: string
  url: string
  checkpoint: string
  toAt: Date
  kinds: string[]
  format: 'posthorn' | 'dialect'
  events: string[] | null
  numberId: string | null
  chatId: string | null
  onlyFailed: boolean
  places: number
}

/** Locks lanes whose endpoint is open. A replay has half of the places of an endpoint, at least one. */
export async function lockLanes(em: EntityManager, limit: number): Promise<ReplayLaneRow[]> {
  const rows = await sql<Omit<ReplayLaneRow, 'toAt'> & { toAt: unknown }>(
    em,
    `select l.workspace_id as "workspaceId", l.replay_id as "replayId", l.endpoint_id as "endpointId", e.webhook_id as "webhookId",
       e.url, l.checkpoint, r.to_at as "toAt", w.events as kinds, w.format, r.events, w.number_id as "numberId", r.chat_id as "chatId",
       r.only_failed as "onlyFailed", place.free as places
     from replay_lane l join replay r on r.workspace_id = l.workspace_id and r.id = l.replay_id
     join endpoint e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
     join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
     cross join lateral (
       select greatest(e.in_flight_max / 2, 1) - (select count(*)::int from delivery_job j where j.endpoint_id = e.id and j.replay
         and (j.run_at <= now() or j.lease_token is not null)) as free
     ) place
     where not l.done and r.state = 'running' and e.state = 'active' and w.state = 'active'
       and (e.breaker_until is null or e.breaker_until <= now()) and (e.held_until is null or e.held_until <= now())
       and place.free > 0
     order by l.replay_id, l.endpoint_id limit $1 for update of l skip locked`,
    [limit],
  )
  return rows.map((row) => ({ ...row, toAt: new Date(isoTime(row.toAt) ?? 0) }))
}

/** An event of the log; `matches` when the replay includes it. `payload` comes for webhooks of the dialect only. */
export type PastEvent = { id: string; kind: string; sequence: string; matches: boolean; payload: string | null }

/** Lists the next events of the log after the lane's checkpoint, at most `limit`, and marks those that the replay includes. */
export function listEventsAfter(
  em: EntityManager,
  lane: ReplayLaneRow,
  { kinds, before, limit }: { kinds: string[]; before: string; limit: number },
): Promise<PastEvent[]> {
  return sql<PastEvent>(
    em,
    `select id, kind, sequence::text, case when $9 then payload end as payload, (kind = any($4) and ($5::text is null or number_id = $5)
       and case when $6::text is null then true
         else coalesce(payload::jsonb #>> '{data,chat}', payload::jsonb #>> '{data,id}') = $6 end
       and case when kind like 'webhook:%' then payload::jsonb #>> '{data,webhook}' <> $7 else true end) as matches
     from event where workspace_id = $1 and id > $2 and id < $3 order by id limit $8`,
    [
      lane.workspaceId,
      lane.checkpoint,
      before,
      kinds,
      lane.numberId,
      lane.chatId,
      lane.webhookId,
      limit,
      lane.format === 'dialect',
    ],
  )
}

/** Finds the states of deliveries by id. */
export async function findStates(em: EntityManager, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; state: string }>(
    em,
    'select id, state from delivery where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Makes deliveries due once more, or for the first time, and returns their number; waiting ones stay as they are. */
export async function queueReplayed(
  em: EntityManager,
  lane: ReplayLaneRow,
  events: (PastEvent & { delivery: string })[],
): Promise<number> {
  const rows = await sql(
    em,
    `with wanted as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as d (id, event_id, kind, sequence)
     ), requeued as (
       update delivery d set state = 'waiting', completed_at = null, next_attempt_at = now() from wanted
       where d.workspace_id = $5 and d.id = wanted.id and d.id = any($1) and d.state not in ('waiting', 'parked')
       returning d.id, d.event_id, d.attempts
     ), inserted as (
       insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, state, next_attempt_at)
       select $5, id, $6, $7, $8, event_id, kind, sequence, 'waiting', now() from wanted
       where not exists (select 1 from delivery d where d.workspace_id = $5 and d.id = wanted.id)
       returning id, event_id, attempts
     )
     insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, number, run_at, replay)
     select $5, id, $7, event_id, attempts, now(), true from (select * from requeued union all select * from inserted) due
     on conflict do nothing returning 1`,
    [
      events.map(({ delivery }) => delivery),
      events.map(({ id }) => id),
      events.map(({ kind }) => kind),
      events.map(({ sequence }) => sequence),
      lane.workspaceId,
      lane.webhookId,
      lane.endpointId,
      lane.url,
    ],
  )
  return rows.length
}

/** Stores the progress of a lane. */
export async function advanceLane(
  em: EntityManager,
  lane: ReplayLaneRow,
  to: { checkpoint: string; queued: number; done: boolean },
): Promise<void> {
  await sql(
    em,
    `update replay_lane set checkpoint = $4, queued = queued + $5, done = $6
     where workspace_id = $1 and replay_id = $2 and endpoint_id = $3`,
    [lane.workspaceId, lane.replayId, lane.endpointId, to.checkpoint, to.queued, to.done],
  )
}

/** Finishes replays that have nothing left to feed; lanes of deleted endpoints count as fed. */
export async function finishReplays(em: EntityManager): Promise<void> {
  await sql(
    em,
    `update replay r set state = 'finished', finished_at = now() where state = 'running' and not exists (
       select 1 from replay_lane l join endpoint e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
       where l.workspace_id = r.workspace_id and l.replay_id = r.id and not l.done)`,
  )
}
