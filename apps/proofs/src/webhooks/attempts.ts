import { isDeepStrictEqual } from 'node:util'
import { startReceiver, until } from '@posthorn/testkit'
import { listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { allInStatus, deliveriesOf, makeEvents } from './events.ts'

type AttemptLog = { attemptLog: { number: number; url: string; httpStatus: number | null }[] }

/** E17: a webhook's URL changes between the attempts of ten deliveries. */
export async function urlChangedBetween(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const count = 10
  await using after = await startReceiver()
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: { status: 503, headers: { 'retry-after': '600' } },
  })
  const before = `${webhook.receiver.url}/hook`
  await makeEvents(system, 1)
  await until(async () => (await deliveriesOf(fixture, webhook.id)).some(({ attempts }) => attempts === 1))
  await makeEvents(system, count - 1)
  await until(async () => (await deliveriesOf(fixture, webhook.id)).length === count)
  const firsts = new Set((await deliveriesOf(fixture, webhook.id)).filter((d) => d.attempts > 0).map((d) => d.id))
  await system.ok('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url: after.url } })
  for (const { id } of await deliveriesOf(fixture, webhook.id)) await system.call('POST', `/v1/deliveries/${id}/retry`)
  const done = await allInStatus(fixture, webhook.id, { count, statuses: ['succeeded'] })
  const logs = await Promise.all(
    done.map(async ({ id }) => ({ id, ...(await system.ok<AttemptLog>('GET', `/v1/deliveries/${id}`)) })),
  )
  const isRight = ({ id, attemptLog }: AttemptLog & { id: string }) =>
    attemptLog.every(({ url }, i) => url === (firsts.has(id) && i === 0 ? before : after.url))
  return all(
    `${firsts.size} of ${count} deliveries attempted before the change; ${after.requests.length} arrived at the new address`,
    {
      'at least one was attempted before': firsts.size > 0,
      'all arrive at the new address':
        new Set(after.requests.map(({ headers }) => headers['webhook-id'])).size === count,
      'each attempt keeps the address it went to': logs.every(isRight),
    },
  )
}

/** E21: an event's contact changes between the event's delivery attempts. */
export async function bytesOfAttempts(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const attempts = 4
  await using webhook = await listen(system, {
    events: ['contact:created'],
    respond: (_request, i) => (i < attempts - 1 ? { status: 500 } : {}),
  })
  const { requests } = webhook.receiver
  const { id } = await system.post('/v1/contacts', { phone: phoneOf(58_000), name: 'As created' })
  for (let i = 1; i < attempts; i++) {
    await until(() => requests.length >= i)
    await system.ok('PATCH', `/v1/contacts/${id}`, { body: { name: `Changed ${i} "<&>" é` } })
  }
  await allInStatus(fixture, webhook.id, { count: 1, statuses: ['succeeded'] })
  const bodies = new Set(requests.map(({ body }) => body.toString('base64')))
  const signatures = new Set(requests.map(({ headers }) => headers['webhook-signature']))
  const event = requests[0]?.headers['webhook-id'] ?? ''
  const logged = await system.ok<object>('GET', `/v1/events/${event}`)
  return all(`${requests.length} attempts, ${bodies.size} form of the bytes, ${signatures.size} signatures`, {
    'four attempts': requests.length === attempts,
    'the bytes are the same at each': bodies.size === 1,
    'each is signed and verifies': requests.every(({ verified }) => verified === true),
    'they say what the log says': isDeepStrictEqual(logged, requests[0]?.json),
  })
}
