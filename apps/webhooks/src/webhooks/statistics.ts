import type { Verb } from '@posthorn/chassis'
import { bucketMs, idFloor, idTimeMs, usualMs, type webhooks } from '@posthorn/contracts'
import type { z } from 'zod'
import type { WebhooksRuntime } from '../config.ts'
import { findWebhook } from './find.ts'
import { countAnswers, countBacklog, findHoles, type IntervalAnswers } from './statistics.sql.ts'

type Answers = z.output<typeof webhooks.webhooks.statistics.output>['total']

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
  const counted = await countAnswers(em, { ...range, starts: starts.map((ms) => idFloor('dlv', ms)) })
  const holes = await findHoles(em, range)
  const { deliveries, oldest } = await countBacklog(em, range)
  return {
    webhook: input.id,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    backlog: { deliveries, oldestAt: oldest === null ? null : timeOf(oldest) },
    total: present(counted.find(({ place }) => place === null) ?? none),
    intervals: counted.flatMap((each) => {
      const startMs = each.place === null ? undefined : starts[each.place - 1]
      return startMs === undefined ? [] : [{ from: new Date(startMs).toISOString(), ...present(each) }]
    }),
    holes: holes.map(({ first, last, events, firstSequence, lastSequence }) => {
      return { from: timeOf(first), to: timeOf(last), events, firstSequence, lastSequence }
    }),
  }
}

/** Returns the start of each interval in UTC. The first may start before the range. */
function listStarts(fromMs: number, toMs: number, intervalMs: number): number[] {
  const first = Math.floor(fromMs / intervalMs) * intervalMs
  return Array.from({ length: Math.ceil((toMs - first) / intervalMs) }, (_, i) => first + i * intervalMs)
}

/** Presents counts of responses. `p50` and `p95` are durations in milliseconds; null if there was no response. */
function present({ ok, refused, silent, waiting, spread }: IntervalAnswers): Answers {
  const [p50 = null, p95 = null] = (spread ?? []).map((ms) => (ms === null ? null : Math.round(ms)))
  return { ok, refused, silent, waiting, p50, p95 }
}
