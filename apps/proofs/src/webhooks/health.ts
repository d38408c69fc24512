import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver, until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { quantile } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { ageMs, allInStatus, deliveriesOf, makeEvents, productionTimes, webhookTo } from './events.ts'

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
