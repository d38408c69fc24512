import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement } from '@posthorn/chassis'
import type { AnswerBefore } from '../delivery/outcome.ts'
import type { PastEvent, ReplayEndpointRow } from './replay.sql.ts'

/** The last response to delivery `d` before the replay. */
const answerBefore = `case when d.last_http_status between 200 and 299 then 'ok' when d.last_http_status is not null then 'refused'
      when d.last_error is not null then 'silent' else 'none' end`

/** Makes deliveries due: creates those that never existed, requeues those that ended, and with `waiting` expedites those that wait. */
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
 * Makes deliveries due, for the first time or again, and returns the previous response to each. Leaves waiting deliveries unchanged unless
 * the replay includes them.
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
