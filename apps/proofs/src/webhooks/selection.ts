import { eachOf, eventLog, type Listening, listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText, quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { allInStatus, attemptsOf, deliveriesOf, makeEvents, webhookTo } from './events.ts'

/** E1: three receivers with different subscriptions, a thousand events. */
export async function exactSelections(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const before = (await eventLog(system)).at(-1)?.sequence ?? 0
  await using everything = await listen(system, { events: ['*'] })
  await using messages = await listen(system, { events: ['message:ack', 'message:failed'] })
  await using contacts = await listen(system, { events: ['contact:*'] })
  await makeEvents(system, 420)
  await eachOf(150, 8, (i) => system.post('/v1/messages', { phone: phoneOf(70_000 + i), message: 'e1' }))
  await quiescence(fixture)
  const log = (await eventLog(system)).filter(({ sequence }) => sequence > before)
  const wrong = ({ received, receiver, covers }: Listening) => {
    const expected = new Set(log.filter(({ event }) => covers(event)).map(({ id }) => id))
    const got = new Set(received().map(({ id }) => id))
    const unverified = receiver.requests.filter(({ verified }) => verified !== true).length
    return (
      [...expected].filter((id) => !got.has(id)).length +
      [...got].filter((id) => !expected.has(id)).length +
      unverified +
      (receiver.requests.length - got.size)
    )
  }
  const counts = [everything, messages, contacts].map(({ received }) => received().length)
  const broken = await brokenInvariants(fixture, system, { receivers: [everything] })
  return all(
    `${log.length} events, delivered ${counts.join(', ')}, all verified by two libraries, ${invariantText(broken)}`,
    {
      'a thousand events': log.length >= 1_000,
      'each got exactly its set, once, verified': wrong(everything) + wrong(messages) + wrong(contacts) === 0,
      'the first gets every event': log.every(({ event }) => everything.covers(event)),
      'invariants hold': broken.length === 0,
    },
  )
}

/** E18: a webhook is deleted during a request. */
export async function deletedMeanwhile(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using target = await listen(system, { events: ['template:updated'], respond: { status: 500, delayMs: 2_000 } })
  const { id } = await webhookTo(system, `${target.receiver.url}/deleted`)
  await makeEvents(system, 3)
  const { requests } = target.receiver
  await allInStatus(fixture, id, { count: 3, statuses: ['waiting'] })
  while (requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
  await system.ok('DELETE', `/v1/webhooks/${id}`)
  await quiescence(fixture)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const [deliveries, attempts] = [await deliveriesOf(fixture, id), await attemptsOf(fixture, id)]
  return all(
    `3 under way: ${attempts.map(({ httpStatus }) => httpStatus).join(', ')} recorded, ${deliveries.map(({ status }) => status).join(', ')}, ${requests.length} requests in all`,
    {
      'results are recorded': attempts.length === 3 && attempts.every(({ httpStatus }) => httpStatus === 500),
      'visible as canceled': deliveries.length === 3 && deliveries.every(({ status }) => status === 'canceled'),
      'no further attempts': requests.length === 3,
    },
  )
}
