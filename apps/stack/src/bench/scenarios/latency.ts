import { eachOf } from '../../scenarios/events.ts'
import type { RunningSystem } from '../../scenarios/system.ts'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { percentile } from '../figure.ts'
import { acceptToProvider, callbackToWebhook } from '../latency.ts'
import { nextMessage } from '../load.ts'
import { rest, unthrottle } from '../queue.ts'

/** What a number may send unless its settings say otherwise. */
const usualPerSecond = 80

/** How long a message takes through the house, both ways, when there is little to do. */
export const latency: Scenario = {
  name: 'latency',
  measures: 'at 50 a second: acceptance to the provider’s call, and the provider’s callback to the webhook request',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { split: false }),
}

async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const seconds = bench.size(8, 30)
  await warm(bench, system)
  const toProvider = await acceptToProvider(system, seconds)
  bench.say(`accept → provider call: ${texts(toProvider)}`)
  const toWebhook = await callbackToWebhook(system, seconds)
  bench.say(`callback → webhook: ${texts(toWebhook)}`)
  return {
    figures: [
      ...figuresOf('accept → provider call', toProvider, { p50: 8, p99: 40 }),
      ...figuresOf('callback → webhook', toWebhook, { p50: 12, p99: 60 }),
    ],
    curves: [
      { name: 'accept → provider call', unit: 'ms', values: toProvider },
      { name: 'callback → webhook', unit: 'ms', values: toWebhook },
    ],
  }
}

/** A process that has just started runs its code unoptimised, half as fast; one that serves has long stopped to. */
async function warm(bench: Bench, system: RunningSystem): Promise<void> {
  await unthrottle(system, 1_000)
  await eachOf(bench.size(1_000, 10_000), 16, () => system.post('/v1/messages', nextMessage()))
  await rest(system)
  await unthrottle(system, usualPerSecond)
  const seconds = bench.size(3, 30)
  await Promise.all([1, 2, 3].map(() => callbackToWebhook(system, seconds)))
}

function texts(values: number[]): string {
  return `p50 ${percentile(values, 50).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`
}

function figuresOf(what: string, values: number[], most: { p50: number; p99: number }): Outcome['figures'] {
  return ([50, 99] as const).map((percent) => ({
    figure: `${what}, p${percent} at 50 per second`,
    value: percentile(values, percent),
    unit: 'ms',
    target: { of: 'value', atMost: most[`p${percent}`] },
  }))
}
