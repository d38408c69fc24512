import { randomUUID } from 'node:crypto'
import { until } from '@posthorn/testkit'
import {
  callbackTargetOf,
  callLog,
  listen,
  messageOf,
  messagesTo,
  percentile,
  phoneOf,
  postSigned,
  type RunningSystem,
  textMessage,
} from '@posthorn/testkit/system'
import { type Bench, type Outcome, type Scenario, steadily } from '../bench.ts'

/** Milliseconds, one value per message. */
type Latencies = number[]

const settleMs = 30_000

/** Measures the time from accepting a message to calling the provider, using this machine's clock. */
async function acceptToProvider(system: RunningSystem, seconds: number): Promise<Latencies> {
  const acceptedAt = new Map<string, number>()
  const last = (await callLog(system)).at(-1)?.n ?? 0
  await steadily(seconds, async (i) => {
    const body = { phone: phoneOf(500_000 + i), message: 'Hello' }
    const sent = await system.ok<{ id: string; createdAt: string }>('POST', '/v1/messages', { body })
    acceptedAt.set(sent.id, Date.parse(sent.createdAt))
  })
  const calls = await until(
    async () => {
      const entries = await callLog(system, last)
      return entries.length >= acceptedAt.size && entries
    },
    { timeoutMs: settleMs, describe: 'the provider to have every message' },
  )
  return calls.flatMap((call) => {
    const from = acceptedAt.get(messageOf(call))
    return from === undefined ? [] : [Date.parse(call.at) - from]
  })
}

/** Measures the time from a signed callback with an incoming message to the webhook request that reports it. */
async function callbackToWebhook(system: RunningSystem, seconds: number): Promise<Latencies> {
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const postedAt = new Map<string, number>()
  await steadily(seconds, async (i) => {
    const text = `incoming ${i} ${randomUUID()}`
    postedAt.set(text, performance.now())
    const message = textMessage(text, { from: phoneOf(600_000 + i).slice(1) })
    const status = await postSigned(target, messagesTo(target, [message]))
    if (status !== 200) throw new Error(`the callback was answered ${status}`)
  })
  await until(() => webhook.receiver.requests.length >= postedAt.size, {
    timeoutMs: settleMs,
    describe: 'every webhook',
  })
  return webhook.receiver.requests.map(({ json, receivedAt }) => {
    const { data } = json as { data: { message: string } }
    return receivedAt - (postedAt.get(data.message) ?? receivedAt)
  })
}

export const latency: Scenario = {
  name: 'latency',
  measures: 'at 50 a second: acceptance to the provider’s call, and the provider’s callback to the webhook request',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { split: false }),
}

/** Measures both ways at a steady 50 messages a second, each after a warm-up that does not count. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
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

/** Returns the percentiles of latencies as text for the terminal. */
function texts(values: number[]): string {
  return `p50 ${percentile(values, 50).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`
}

/** Returns the median and the 99th percentile of latencies. `path`: what the message passed through, as the name of the measurement. */
function measurementsOf(
  path: string,
  values: number[],
  targetMs: { p50: number; p99: number },
): Outcome['measurements'] {
  return ([50, 99] as const).map((percent) => ({
    measurement: `${path}, p${percent} at 50 per second`,
    value: percentile(values, percent),
    unit: 'ms',
    target: { of: 'value', atMost: targetMs[`p${percent}`] },
  }))
}
