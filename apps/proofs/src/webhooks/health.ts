import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver, until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { quantile, quiescence } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { ageMs, allInStatus, attemptsOf, deliveriesOf, makeEvents, productionTimes, webhookTo } from './events.ts'

type EndpointChange = { event: string; data: Record<string, unknown> }

/** E11: receivers that fail for days. Instead of waiting, moves the recorded start of the failure to an earlier time. */
export async function failingForDays(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using watching = await listen(system, { events: ['webhook:*'] })
  await using dead = await listen(system, { events: ['contact:created'], respond: { status: 500 } })
  await using sporadic = await listen(system, {
    events: ['contact:created'],
    respond: (_, i) => ({ status: i % 3 === 2 ? 200 : 500 }),
  })
  await using once = await listen(system, { events: ['contact:updated'], respond: { status: 500 } })
  const failedFor = (id: string, hours: number, attempts: number) =>
    fixture.rows(
      `update webhooks.endpoint set failing_since = now() - make_interval(hours => $2), failed_attempts = $3 where webhook_id = $1`,
      [id, hours, attempts],
    )
  const changesOf = (id: string): EndpointChange[] => watching.received().filter(({ data }) => data['webhook'] === id)
  const reported = (id: string, count: number) =>
    until(() => changesOf(id).length === count, { timeoutMs: 20_000, describe: `${count} warnings` })
  await failedFor(dead.id, 25, 5)
  await makeEvents(system, 1)
  await reported(dead.id, 1)
  await failedFor(dead.id, 73, 10)
  await reported(dead.id, 2)
  const { id: contact } = await system.post('/v1/contacts', { phone: '+4917999000011', name: 'E11' })
  await failedFor(once.id, 121, 0)
  await failedFor(sporadic.id, 121, 15)
  await failedFor(dead.id, 121, 20)
  await system.ok('PATCH', `/v1/contacts/${contact}`, { body: { name: 'E11 changed' } })
  await makeEvents(system, 10)
  await reported(dead.id, 3)
  await until(async () => (await attemptsOf(fixture, once.id)).length > 0)
  const statuses = await Promise.all(
    [dead, sporadic, once].map(
      async ({ id }) => (await system.ok<{ status: string }>('GET', `/v1/webhooks/${id}`)).status,
    ),
  )
  const events = changesOf(dead.id).map(({ event, data }) => `${event} (${String(data['reason']).split(';')[0]})`)
  return all(
    `failing 5 d: ${statuses[0]}, now and then: ${statuses[1]}, once: ${statuses[2]}; announced ${events.join(', ')}`,
    {
      'only the first is disabled': statuses.join() === 'disabled,active,active',
      'warned at 24 h and 72 h, then announced': /24 hours.*72 hours.*webhook:disabled/.test(events.join()),
    },
  )
}

/** E12: a receiver fails until its circuit breaker opens, then recovers. */
export async function breaker(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['contact:created'], respond: { status: 500, delayMs: 20 } })
  const { requests } = webhook.receiver
  await makeEvents(system, 30)
  const hasOpened = async (times: number) =>
    (await fixture.count('webhooks.endpoint where webhook_id = $1 and breaker_opens >= $2', [webhook.id, times])) > 0
  await until(() => hasOpened(1))
  await until(() => hasOpened(6), { timeoutMs: 60_000, describe: 'five probes to fail' })
  const probes = requests.slice(-4).map(({ receivedAt }) => receivedAt)
  const gaps = probes.slice(1).map((at, i) => at - (probes[i] ?? 0))
  const failed = requests.length
  webhook.receiver.respondWith({})
  await allInStatus(fixture, webhook.id, { count: 30, statuses: ['succeeded'], timeoutMs: 60_000 })
  const counted = (await deliveriesOf(fixture, webhook.id)).reduce((sum, { attempts }) => sum + attempts, 0)
  const { endpoints } = await system.ok<{ endpoints: { breaker: { status: string } }[] }>(
    'GET',
    `/v1/webhooks/${webhook.id}`,
  )
  return all(
    `${failed} failures in all with 30 waiting, probes ${gaps.map((ms) => Math.round(ms)).join(', ')} ms apart, then ${endpoints[0]?.breaker.status}; ${counted} attempts counted for ${requests.length} requests`,
    {
      'postponed while it is open': failed < 40,
      // With times divided by 500, the breaker first opens for 60 ms, then for twice as long each time.
      'single probes, each later than the last': gaps.every((ms, i) => ms > 60 * 2 ** (i + 2) * 0.95),
      closes: endpoints[0]?.breaker.status === 'closed',
      'no attempt consumed while it is open': counted === requests.length,
    },
  )
}

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
    { 'a thousand wait': waiting >= 950, 'the others within 1 s': p99 <= 1_000 },
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
    { 'none failed': attempts === count },
  )
}
