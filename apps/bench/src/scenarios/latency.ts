import { percentile } from '@posthorn/testkit/system'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { acceptToProvider, callbackToWebhook } from '../latency.ts'

export const latency: Scenario = {
  name: 'latency',
  measures: 'at 50 a second: acceptance to the provider’s call, and the provider’s callback to the webhook request',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { split: false }),
}

async function measure(bench: Bench, system: Parameters<typeof acceptToProvider>[0]): Promise<Outcome> {
  const seconds = bench.size(8, 30)
  // A new process runs unoptimized code; a process that has been serving requests for a while doesn't.
  const warmUp = bench.size(3, 40)
  await acceptToProvider(system, warmUp)
  const toProvider = await acceptToProvider(system, seconds)
  bench.say(`accept → provider call: ${texts(toProvider)}`)
  await callbackToWebhook(system, warmUp)
  const toWebhook = await callbackToWebhook(system, seconds)
  bench.say(`callback → webhook: ${texts(toWebhook)}`)
  return {
    measurements: [
      ...measurementsOf('accept → provider call', toProvider, { p50: 8, p99: 40 }),
      ...measurementsOf('callback → webhook', toWebhook, { p50: 12, p99: 60 }),
    ],
    curves: [
      { name: 'accept → provider call', unit: 'ms', values: toProvider },
      { name: 'callback → webhook', unit: 'ms', values: toWebhook },
    ],
  }
}

function texts(values: number[]): string {
  return `p50 ${percentile(values, 50).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`
}

function measurementsOf(what: string, values: number[], most: { p50: number; p99: number }): Outcome['measurements'] {
  return ([50, 99] as const).map((percent) => ({
    measurement: `${what}, p${percent} at 50 per second`,
    value: percentile(values, percent),
    unit: 'ms',
    target: { of: 'value', atMost: most[`p${percent}`] },
  }))
}
