import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'

/** A lane of a replay that may be fed now, locked: so many `places` are free for it. */
export type OpenLane = {
  workspaceId: string
  replayId: string
  endpointId: string
  webhookId: string
  url: string
  checkpoint: string
  toAt: Date
  wanted: string[]
  events: string[] | null
  numberId: string | null
  chatId: string | null
  onlyFailed: boolean
  places: number
}

/** Takes lanes whose endpoint is active and in order. A replay has half of the places an endpoint gives, at least one. */
export async function openLanes(em: EntityManager, limit: number): Promise<OpenLane[]> {
  const rows = await sql<Omit<OpenLane, 'toAt'> & { toAt: unknown }>(
    em,
    `select l.workspace_id as "workspaceId", l.replay_id as "replayId", l.endpoint_id as "endpointId", e.webhook_id as "webhookId",
       e.url, l.checkpoint, r.to_at as "toAt", w.events as wanted, r.events, w.number_id as "numberId", r.chat_id as "chatId",
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

/** An event that a replay may deliver. */
export type PastEvent = { id: string; kind: string; sequence: string; fits: boolean }

/** The next events of the log after the lane's place, at most `limit`, and which of them are what the replay asks for. */
export function eventsAfter(
  em: EntityManager,
  lane: OpenLane,
  { kinds, before, limit }: { kinds: string[]; before: string; limit: number },
): Promise<PastEvent[]> {
  return sql<PastEvent>(
    em,
    `select id, kind, sequence::text, (kind = any($4) and ($5::text is null or number_id = $5)
       and case when $6::text is null then true
         else coalesce(payload::jsonb #>> '{data,chat}', payload::jsonb #>> '{data,id}') = $6 end
       and case when kind like 'webhook:%' then payload::jsonb #>> '{data,webhook}' <> $7 else true end) as fits
     from event where workspace_id = $1 and id > $2 and id < $3 order by id limit $8`,
    [lane.workspaceId, lane.checkpoint, before, kinds, lane.numberId, lane.chatId, lane.webhookId, limit],
  )
}

/** The states of those deliveries that exist. */
export async function statesOf(em: EntityManager, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; state: string }>(
    em,
    'select id, state from delivery where workspace_id = $1 and id = any($2)',
    [workspaceId, ids],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Makes deliveries due once more, or for the first time. Answers how many; those that wait already are left as they are. */
export async function queueReplayed(
  em: EntityManager,
  lane: OpenLane,
  events: (PastEvent & { delivery: string })[],
): Promise<number> {
  const rows = await sql(
    em,
    `with wanted as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as d (id, event_id, kind, sequence)
     ), revived as (
       update delivery d set state = 'waiting', completed_at = null, next_attempt_at = now() from wanted
       where d.workspace_id = $5 and d.id = wanted.id and d.id = any($1) and d.state not in ('waiting', 'parked')
       returning d.id, d.event_id, d.attempts
     ), fresh as (
       insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, state, next_attempt_at)
       select $5, id, $6, $7, $8, event_id, kind, sequence, 'waiting', now() from wanted
       where not exists (select 1 from delivery d where d.workspace_id = $5 and d.id = wanted.id)
       returning id, event_id, attempts
     )
     insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, number, run_at, replay)
     select $5, id, $7, event_id, attempts, now(), true from (select * from revived union all select * from fresh) due
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

/** Notes how far a lane is. */
export async function moveLane(
  em: EntityManager,
  lane: OpenLane,
  to: { checkpoint: string; queued: number; done: boolean },
): Promise<void> {
  await sql(
    em,
    `update replay_lane set checkpoint = $4, queued = queued + $5, done = $6
     where workspace_id = $1 and replay_id = $2 and endpoint_id = $3`,
    [lane.workspaceId, lane.replayId, lane.endpointId, to.checkpoint, to.queued, to.done],
  )
}

/** Ends replays that have nothing left to feed; lanes of endpoints that are gone count as fed. */
export async function finishReplays(em: EntityManager): Promise<void> {
  await sql(
    em,
    `update replay r set state = 'finished', finished_at = now() where state = 'running' and not exists (
       select 1 from replay_lane l join endpoint e on e.workspace_id = l.workspace_id and e.id = l.endpoint_id
       where l.workspace_id = r.workspace_id and l.replay_id = r.id and not l.done)`,
  )
}
