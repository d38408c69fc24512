import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Verb } from '@posthorn/chassis'
import { bucketMs, holesMax, idFloor, idTimeMs, type OutputOf, usualMs, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { findWebhook } from './webhook.ts'

type Answers = OutputOf<typeof webhooks.webhooks.statistics>['total']

const none: IntervalAnswers = { place: null, ok: 0, refused: 0, silent: 0, waiting: 0, spread: null }
/** Returns the time in a delivery's id, which is that of its event. */
const timeOf = (id: string) => new Date(idTimeMs(id)).toISOString()

/** Counts a webhook's deliveries over time by their last response, and lists events that the receiver missed. */
export const statistics: Verb<typeof webhooks.webhooks.statistics, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  await findWebhook(em, input.id)
  const toMs = input.to ? Date.parse(input.to) : Date.now()
  const fromMs = input.from ? Date.parse(input.from) : toMs - Math.max(bucketMs.day, usualMs[input.interval])
  const starts = listStarts(fromMs, toMs, bucketMs[input.interval])
  const range = { workspace, webhook: input.id, first: idFloor('dlv', fromMs), beyond: idFloor('dlv', toMs) }
  const counted = await countResponses(em, { ...range, starts: starts.map((ms) => idFloor('dlv', ms)) })
  const holes = await findHoles(em, range)
  const { deliveries, oldest } = await countBacklog(em, range)
  return {
    webhook: input.id,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    backlog: { deliveries, oldestAt: oldest === null ? null : timeOf(oldest) },
    total: presentAnswers(counted.find(({ place }) => place === null) ?? none),
    intervals: counted.flatMap((each) => {
      const startMs = each.place === null ? undefined : starts[each.place - 1]
      return startMs === undefined ? [] : [{ from: new Date(startMs).toISOString(), ...presentAnswers(each) }]
    }),
    holes: holes.map(({ first, last, events, firstSequence, lastSequence }) => {
      return { from: timeOf(first), to: timeOf(last), events, firstSequence, lastSequence }
    }),
  }
}

/** Returns the start of each interval in UTC. The first may start before the range. */
export function listStarts(fromMs: number, toMs: number, intervalMs: number): number[] {
  const first = Math.floor(fromMs / intervalMs) * intervalMs
  return Array.from({ length: Math.ceil((toMs - first) / intervalMs) }, (_, i) => first + i * intervalMs)
}

/** Presents counts of responses. `p50` and `p95` are durations in milliseconds, those of attempts without a response too; null without attempts. */
function presentAnswers({ ok, refused, silent, waiting, spread }: IntervalAnswers): Answers {
  const [p50 = null, p95 = null] = (spread ?? []).map((ms) => (ms === null ? null : Math.round(ms)))
  return { ok, refused, silent, waiting, p50, p95 }
}

/** A range of ids for a webhook's deliveries. Each id contains the time of its delivery's event. */
type Range = { workspace: string; webhook: string; first: string; beyond: string }

/**
 * Response counts for interval number `place`, starting at 1, or totals if `place` is null. `spread`: median and 95th percentile of the
 * durations, in milliseconds.
 */
type IntervalAnswers = {
  place: number | null
  ok: number
  refused: number
  silent: number
  waiting: number
  spread: (number | null)[] | null
}

const inRange = 'd.workspace_id = $1 and d.webhook_id = $2 and d.id >= $3 and d.id < $4'

/** Counts deliveries by response for each interval that has some, in order, and last, with the `place` null, in total. `starts`: first ids. */
const countResponses = (em: EntityManager, range: Range & { starts: string[] }): Promise<IntervalAnswers[]> =>
  sql<IntervalAnswers>(
    em,
    `select place, count(*) filter (where answer = 'ok')::int as ok, count(*) filter (where answer = 'refused')::int as refused,
       count(*) filter (where answer = 'silent')::int as silent, count(*) filter (where answer = 'waiting')::int as waiting,
       percentile_cont(array[0.5, 0.95]) within group (order by last_latency_ms) as spread
     from (
       select width_bucket(d.id, $5::text[] collate "C") as place, d.last_latency_ms, case when d.status = 'succeeded' then 'ok'
         when d.last_http_status is not null then 'refused' when d.attempts > 0 then 'silent' else 'waiting' end as answer
       from delivery d where ${inRange}
     ) d group by grouping sets ((place), ()) order by place`,
    [range.workspace, range.webhook, range.first, range.beyond, range.starts],
  )

/** Consecutive events that weren't accepted, with the ids of their first and last deliveries. */
type Hole = { first: string; last: string; events: number; firstSequence: number; lastSequence: number }

/**
 * Finds the last runs of events that at least one URL didn't accept, followed by an event that all accepted, newest first. The receiver works
 * again, but lacks these events until they are replayed.
 */
const findHoles = (em: EntityManager, range: Range): Promise<Hole[]> =>
  sql<Hole>(
    em,
    `with each as (
       select event_sequence as sequence, min(id) as id, bool_and(status = 'succeeded') as ok
       from delivery d where ${inRange} group by event_sequence
     ), placed as (
       select *, count(*) filter (where ok) over (order by sequence) as run, max(sequence) filter (where ok) over () as newest from each
     )
     select min(id) as first, max(id) as last, count(*)::int as events, min(sequence)::float8 as "firstSequence",
       max(sequence)::float8 as "lastSequence"
     from placed where not ok and sequence < newest group by run order by run desc limit ${holesMax}`,
    [range.workspace, range.webhook, range.first, range.beyond],
  )

type Backlog = { deliveries: number; oldest: string | null }

/** Counts all unfinished deliveries of a webhook, in the range or not. Also returns the oldest one's id; null if there is none. */
async function countBacklog(em: EntityManager, { workspace, webhook }: Range): Promise<Backlog> {
  const [row] = await sql<Backlog>(
    em,
    `select count(*)::int as deliveries, min(j.delivery_id) as oldest from endpoint e
     join delivery_job j on j.endpoint_id = e.id and j.workspace_id = e.workspace_id
     where e.workspace_id = $1 and e.webhook_id = $2`,
    [workspace, webhook],
  )
  return row ?? { deliveries: 0, oldest: null }
}
