import { until } from '@posthorn/testkit'
import { eachOf, median, parked, type RunningSystem } from '@posthorn/testkit/system'
import { Pool } from 'undici'
import {
  type Bench,
  type Child,
  type CpuCost,
  costText,
  measureCpu,
  medianCost,
  type Outcome,
  type Scenario,
  startChild,
  totalMs,
} from '../bench.ts'

const endpoints = 5
const warmUpRounds = 2
/** Same number of parallel requests as our endpoints use in total: ten each. */
const postsAtOnce = 10 * endpoints

/** `kept`: the bodies of the first requests. */
type SinkReport = { count: number; firstAtMs: number; lastAtMs: number; kept: string[] }

export const deliveries: Scenario = {
  name: 'deliveries',
  measures: 'webhook deliveries of one event to five endpoints, beside a bare undici loop over the same payloads',
  run: (bench) => bench.withSystem((system) => measure(bench, system)),
}

/** Alternates rounds of webhook deliveries and of bare requests with the same payloads. The first rounds are a warm-up. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const events = bench.size(500, 2_000)
  await using sink = await startChild('sink.ts')
  const webhookIds = await eachOf(endpoints, 1, async (i) => {
    const body = { url: `${sink.url}/${i}`, events: ['contact:created'] }
    return (await system.ok<{ id: string }>('POST', '/v1/webhooks', { body })).id
  })
  const rounds: { ours: number; bare: number; cost: CpuCost }[] = []
  for (let i = 0; i < warmUpRounds + bench.size(2, 10); i++) {
    const { perSecond: ours, kept, cost } = await deliver(system, { sink, webhookIds, events, round: i })
    const bare = await bareLoop(sink, kept, events * endpoints)
    bench.say(`${Math.round(ours)} delivered, ${Math.round(bare)} by a bare loop per second`)
    if (i >= warmUpRounds) rounds.push({ ours, bare, cost })
  }
  const value = median(rounds.map(({ ours }) => ours))
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare))
  const cost = medianCost(rounds.map((round) => round.cost))
  return {
    measurements: [
      {
        measurement: 'webhook deliveries per second, five endpoints',
        value,
        unit: '/s',
        baseline: value / ratio,
        target: { of: 'ratio', atLeast: 0.33 },
      },
      {
        measurement: 'CPU per delivery, five endpoints',
        value: totalMs(cost),
        unit: 'ms',
        baseline: 'bare request',
        note: costText(cost),
      },
    ],
  }
}

/** Measures delivery alone: the events accumulate while the webhooks are paused. `round` only makes the phone numbers new. */
async function deliver(
  system: RunningSystem,
  { sink, webhookIds, events, round }: { sink: Child; webhookIds: string[]; events: number; round: number },
) {
  for (const id of webhookIds) await system.ok('POST', `/v1/webhooks/${id}/pause`)
  await eachOf(events, 16, (i) =>
    system.ok('POST', '/v1/contacts', { body: { name: `Person ${i}`, phone: `+4916${round}${10_000_000 + i}` } }),
  )
  await parked(system, events * endpoints)
  const endCpu = measureCpu(system)
  for (const id of webhookIds) await system.ok('POST', `/v1/webhooks/${id}/resume`)
  await until(async () => (await sink.ask<SinkReport>({})).count >= events * endpoints, { timeoutMs: 120_000 })
  const cost = endCpu(events * endpoints)
  const { count, firstAtMs, lastAtMs, kept } = await sink.ask<SinkReport>({ kept: true, reset: true })
  return { perSecond: (count * 1_000) / (lastAtMs - firstAtMs), kept, cost }
}

/** Posts the same deliveries again, without a queue, signatures, records or retries: the most that this machine can deliver. */
async function bareLoop(sink: Child, payloads: SinkReport['kept'], count: number): Promise<number> {
  const pool = new Pool(sink.url, { connections: postsAtOnce })
  const headers = { 'content-type': 'application/json' }
  const begun = performance.now()
  await eachOf(count, postsAtOnce, async (i) => {
    const body = payloads[i % payloads.length] ?? ''
    const answer = await pool.request({ path: '/', method: 'POST', headers, body })
    await answer.body.dump()
  })
  const perSecond = (count * 1_000) / (performance.now() - begun)
  await pool.close()
  await sink.ask({ reset: true })
  return perSecond
}
