import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver, until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { allInStatus, deliveriesOf, makeEvents, productionTimes, webhookTo } from './events.ts'

type Envelope = { occurredAt: string }
const ageMs = ({ json, receivedAtMs }: { json: unknown; receivedAtMs: number }) =>
  receivedAtMs - Date.parse((json as Envelope).occurredAt)

/** E13: a webhook with a slow receiver is paused while 500 events accumulate, then resumed while new ones arrive. */
export async function enabledAgain(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['contact:created'], respond: { delayMs: 250 } })
  await system.ok('POST', `/v1/webhooks/${webhook.id}/pause`)
  await makeEvents(system, 500)
  const parked = new Set(
    (await allInStatus(fixture, webhook.id, { count: 500, statuses: ['parked'] })).map((d) => d.event_id),
  )
  await system.ok('POST', `/v1/webhooks/${webhook.id}/resume`)
  const begun = performance.now()
  const { requests } = webhook.receiver
  const idOf = (headers: Readonly<Record<string, string>>) => headers['webhook-id'] ?? ''
  const left = () =>
    parked.size - new Set(requests.map(({ headers }) => idOf(headers)).filter((id) => parked.has(id))).size
  let live = 0
  while (left() > 20) {
    await makeEvents(system, 1)
    live += 1
    await pause(150)
  }
  const seconds = (performance.now() - begun) / 1000
  await quiescence(fixture)
  const fresh = requests.filter(({ headers }) => !parked.has(idOf(headers)))
  const p99 = quantile(fresh.map(ageMs), 0.99)
  const reported = new Set(requests.map(({ headers }) => idOf(headers)))
  return all(
    `${parked.size} parked and ${live} new events in ${seconds.toFixed(1)} s, new ones with p99 ${Math.round(p99)} ms, ${reported.size} delivered`,
    {
      'all delivered': reported.size === parked.size + live,
      'new events arrive with p99 ≤ 5 s meanwhile': p99 <= 5_000,
    },
  )
}

/** E22: one receiver takes 14 s for each of its thousand events, while fifty others are fast. */
export async function oneSlow(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(productionTimes)
  await using slow = await listen(system, { events: ['contact:created'], respond: { delayMs: 14_000 } })
  await makeEvents(system, 1_000)
  await until(async () => (await deliveriesOf(fixture, slow.id)).length === 1_000, { timeoutMs: 60_000 })
  await using fast = await startReceiver()
  const webhooks = await Promise.all(
    Array.from({ length: 50 }, (_, i) => webhookTo(system, `${fast.url}/${i}`, ['contact:created', 'contact:updated'])),
  )
  const rounds = 20
  for (let i = 0; i < rounds; i++) {
    await makeEvents(system, 1)
    await pause(300)
  }
  await until(() => fast.requests.length === rounds * webhooks.length, { timeoutMs: 30_000 })
  const waiting = (await deliveriesOf(fixture, slow.id)).filter(({ status }) => status === 'waiting').length
  for (const { id } of webhooks) await system.ok('DELETE', `/v1/webhooks/${id}`)
  const p99 = quantile(fast.requests.map(ageMs), 0.99)
  return all(
    `${waiting} wait for the slow one; ${fast.requests.length} deliveries to 50 others: p99 ${Math.round(p99)} ms`,
    {
      'a thousand wait': waiting >= 950,
      'the others within 1 s': p99 <= 1_000,
    },
  )
}

/** E23: a receiver that closes keep-alive connections without warning. */
export async function staleSockets(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: (_, i) => ({ headers: i % 3 === 0 ? { connection: 'close' } : {} }),
  })
  const { receiver } = webhook
  const count = 300
  for (let i = 0; i < count / 10; i++) {
    await makeEvents(system, 10)
    // Closes them between two requests, like a server after its keep-alive timeout.
    await until(() => receiver.requests.length === (i + 1) * 10)
    receiver.closeIdle()
  }
  const done = await allInStatus(fixture, webhook.id, { count, statuses: ['succeeded'] })
  const attempts = done.reduce((sum, delivery) => sum + delivery.attempts, 0)
  return all(
    `${count} deliveries over connections closed at random: ${attempts} attempts, ${attempts - count} failed`,
    {
      'none failed': attempts === count,
    },
  )
}
