import { createHmac, randomUUID } from 'node:crypto'
import { until } from '@posthorn/testkit'
import { callLog, listen, percentile, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
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
  return calls.flatMap(({ callbackTag, at }) => {
    const from = acceptedAt.get(callbackTag.split(':')[0] ?? '')
    return from === undefined ? [] : [Date.parse(at) - from]
  })
}

/** Measures the time from a signed callback with an incoming message to the webhook request that reports it. */
async function callbackToWebhook(system: RunningSystem, seconds: number): Promise<Latencies> {
  await using webhook = await listen(system, { events: ['message:in'] })
  const post = await callbackPoster(system)
  const postedAt = new Map<string, number>()
  await steadily(seconds, async (i) => {
    const text = `incoming ${i} ${randomUUID()}`
    postedAt.set(text, performance.now())
    await post({ from: phoneOf(600_000 + i), text })
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

type SimulatedNumber = {
  phoneNumberId: string
  appSecret: string
  displayPhoneNumber: string
  businessAccountId: string
}

/** Returns a function that posts callbacks for the system's number, signed with its app secret. */
async function callbackPoster(
  system: RunningSystem,
): Promise<(message: { from: string; text: string }) => Promise<void>> {
  const number = await system.ok<{ name: string; phoneNumberId: string; callbackUrl: string }>(
    'GET',
    `/v1/numbers/${system.account.number}`,
  )
  const { name, phoneNumberId, callbackUrl } = number
  const known = await simulatedNumber(system, { name, phoneNumberId, callbackUrl })
  const display = known.displayPhoneNumber.replace(/\D/g, '')
  return async ({ from, text }) => {
    const waId = from.slice(1)
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: display, phone_number_id: phoneNumberId },
      contacts: [{ profile: { name: 'Ada' }, wa_id: waId }],
      messages: [{ from: waId, id: `wamid.${randomUUID()}`, timestamp: seconds(), type: 'text', text: { body: text } }],
    }
    const change = { field: 'messages', value }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: known.businessAccountId, changes: [change] }],
    })
    const signature = createHmac('sha256', known.appSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    const answer = await fetch(callbackUrl, { method: 'POST', headers, body })
    await answer.text()
    if (!answer.ok) throw new Error(`the callback was answered ${answer.status}`)
  }
}

/** Returns the time as the provider writes it in callbacks: Unix seconds, as a string. */
const seconds = () => String(Math.floor(Date.now() / 1000))

/** Changes a simulator number's settings. Keeps its credentials, and returns them. */
async function simulatedNumber(
  system: RunningSystem,
  settings: { name: string; phoneNumberId: string; callbackUrl: string; messagesPerSecond?: number },
): Promise<SimulatedNumber> {
  const url = `${system.account.simulator}/_simulator/numbers`
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(settings) })
  return (await answer.json()) as SimulatedNumber
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
