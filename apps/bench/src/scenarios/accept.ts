import { until } from '@posthorn/testkit'
import {
  databaseUrlOf,
  isAtRest,
  median,
  percentile,
  purge,
  type RunningSystem,
  setQueue,
} from '@posthorn/testkit/system'
import { request } from 'undici'
import {
  type Bench,
  type CpuCost,
  costText,
  load,
  measureCpu,
  medianCost,
  nextMessage,
  type Outcome,
  type Round,
  type Scenario,
  startChild,
  steadily,
  totalMs,
} from '../bench.ts'

type Pair = { bare: Round; whole: Round; cost: CpuCost }

export const accept: Scenario = {
  name: 'accept',
  measures: 'POST /v1/messages at 64 connections, beside bare Express with one INSERT per request on the same Postgres',
  run: (bench) => bench.withSystem((system) => measure(bench, system)),
}

/** Measures both servers in alternating rounds, so that the machine affects both. The queue is paused: messages are only accepted. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  await using bare = await startChild('bare-server.ts', { DATABASE_URL: databaseUrlOf(system) })
  await setQueue(system, 'paused')
  const headers = { Token: system.account.key }
  const rounds = bench.size(3, 10)
  const pairs: Pair[] = []
  for (let i = 0; i <= rounds; i++) {
    // Until V8 has optimized the code, the system accepts half as many messages. Warming up takes about twenty thousand messages.
    const seconds = i === 0 ? bench.size(5, 20) : bench.size(5, 10)
    const bareRound = await load(`${bare.url}/messages`, { seconds })
    const endCpu = measureCpu(system)
    const whole = await load(`${system.url}/v1/messages`, { headers, seconds })
    const pair = { bare: bareRound, whole, cost: endCpu(whole.perSecond * seconds) }
    bench.say(`${Math.round(pair.bare.perSecond)} bare, ${Math.round(pair.whole.perSecond)} accepted per second`)
    if (i > 0) pairs.push(pair)
    await cancelAll(system)
  }
  const steady = await latencies(system, bench.size(8, 30))
  return {
    measurements: measurementsOf(pairs, steady),
    curves: [{ name: 'accept, 50 per second', unit: 'ms', values: steady }],
  }
}

/**
 * Cancels accepted messages and waits for their events, because tens of thousands of events would disturb the next round. Requests that
 * were still open when the load ended may be accepted after the first cancellation.
 */
async function cancelAll(system: RunningSystem): Promise<void> {
  const isCanceled = async () => {
    await purge(system)
    return isAtRest(system)
  }
  await until(isCanceled, { timeoutMs: 300_000, describe: 'everything to be canceled and announced' })
}

/** Turns pairs of rounds into measurements: one round of the gateway and one of the bare server. `steady`: latencies at 50 messages/s. */
function measurementsOf(pairs: Pair[], steady: number[]): Outcome['measurements'] {
  const whole = pairs.map((pair) => pair.whole)
  const refused = whole.reduce((sum, round) => sum + round.refused, 0)
  const ratio = median(pairs.map((pair) => pair.whole.perSecond / pair.bare.perSecond))
  const value = median(whole.map(({ perSecond }) => perSecond))
  const middle = medianCost(pairs.map(({ cost }) => cost))
  return [
    {
      measurement: 'accepted per second',
      value,
      unit: '/s',
      // The baseline is derived from the median of the ratios, because both values vary with the machine.
      baseline: value / ratio,
      target: { of: 'ratio', atLeast: 0.65 },
      note: `${refused} refused`,
    },
    {
      measurement: 'accept p99 at 64 connections',
      value: median(whole.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      baseline: median(whole.map(({ p50Ms }) => p50Ms)),
      target: { of: 'ratio', atMost: 2.5 },
      note: 'the baseline is its own p50',
    },
    {
      measurement: 'CPU per message, accepting at 64 connections',
      value: totalMs(middle),
      unit: 'ms',
      baseline: 'bare request',
      note: costText(middle),
    },
    {
      measurement: 'accept p99 at 50 per second',
      value: percentile(steady, 99),
      unit: 'ms',
      target: { of: 'value', atMost: 10 },
    },
  ]
}

/** Measures the duration of each request in milliseconds, at a steady rate. */
async function latencies(system: RunningSystem, seconds: number): Promise<number[]> {
  const headers = { 'content-type': 'application/json', Token: system.account.key }
  const took: number[] = []
  const post = async () => {
    const begun = performance.now()
    const { statusCode, body } = await request(`${system.url}/v1/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(nextMessage()),
    })
    await body.dump()
    if (statusCode !== 201) throw new Error(`POST /v1/messages answered ${statusCode}`)
    took.push(performance.now() - begun)
  }
  await steadily(seconds, post)
  return took
}
