import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { eachOf, listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, quiescence } from '../load.ts'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { refusedConnections } from './failures.ts'
import { blindRepeat, cutConnections, killedDispatcher } from './outcomes.ts'
import { optOutsWin, postControl } from './posts.ts'
import { callsFor, connectCloudNumber, queueMany, releasedAtOnce, startCloudProvider, takenTwice } from './provider.ts'
import { levelOfTheNumber, pairOfOne, startSecondDispatcher, twoDispatchers } from './rates.ts'

const count = 20

/** C8: a number's calls get their responses only after the message's statuses have been applied. */
async function statusBeforeAnswer(fixture: ProofFixture): Promise<Outcome> {
  let answered = 0
  const isDelivered = async (message: string) =>
    (await fixture.count(`messaging.message where id = $1 and status in ('delivered', 'read')`, [message])) > 0
  await using provider = await startCloudProvider({
    async beforeAnswer(message) {
      await until(() => isDelivered(message), { timeoutMs: 12_000, describe: 'the statuses of a call under way' })
      answered += 1
    },
  })
  const system = await fixture.freshSystem({ CLOUD_API_URL: provider.providerSwitch.url })
  const number = await connectCloudNumber(system, provider)
  await using webhook = await listen(system, { events: ['message:out', 'message:ack', 'message:failed'] })
  const messages = await eachOf(count, 4, (i) =>
    system.post('/v1/messages', { phone: phoneOf(46_000 + i), message: `c8 ${i}`, number }),
  )
  const ids = messages.map(({ id }) => id)
  await until(() => answered === count, { timeoutMs: 60_000, describe: 'every call to be answered' })
  await quiescence(fixture)
  const attempts = await fixture.rows<{ message_id: string; outcome: string; early: boolean }>(
    `select a.message_id, a.outcome, (m.status_at->>'delivered')::timestamptz < a.ended_at as early
     from messaging.send_attempt a join messaging.message m on m.id = a.message_id where a.message_id = any($1)`,
    [ids],
  )
  const read = await fixture.count(`messaging.message where id = any($1) and status = 'read'`, [ids])
  const steps = webhook.received().map(({ event, data }) => `${event} ${data.id} ${String(data['status'])}`)
  const early = attempts.filter((attempt) => attempt.early).length
  const called = attempts.filter(({ outcome }) => outcome !== 'throttled')
  return all(
    `${early} of ${count} delivered before their call was answered, ${provider.providerSwitch.sends.length} calls, ${read} read, ${steps.length} events`,
    {
      'every status came before the answer': early === count,
      'one attempt and one call each': called.length === count && provider.providerSwitch.sends.length === count,
      'none goes back a step': read === count,
      'each step is announced once': new Set(steps).size === steps.length && steps.length > count,
      'none failed': !steps.some((step) => step.startsWith('message:failed')),
    },
  )
}

/** The simulator accepts messages to this recipient immediately, but responds after 5 s. */
const slowRecipient = '+15550100003'
const slowCount = 30
const otherCount = 1_000
/** Longer than the 5 s lease plus the time until the other dispatcher finds it expired. */
const stoppedMs = 12_000

/** Counts the messages whose provider call has begun and not ended. */
const underWay = (fixture: ProofFixture, ids: readonly string[]) =>
  fixture.count(`messaging.send_job where message_id = any($1) and status = 'calling'`, [ids])

/** Queues messages to the slow recipient, without keeping their order, so that many calls run when the dispatcher is stopped. */
async function queueSlow(system: RunningSystem): Promise<string[]> {
  const message = { phone: slowRecipient, message: 'c4', order: 'none' }
  const messages = Array.from({ length: slowCount }, () => message)
  return (await system.post<{ id: string }[]>('/v1/messages/batch', { messages })).map(({ id }) => id)
}

/** C4: with two dispatchers, the one with calls in progress is paused for longer than its leases, then continues. */
async function stoppedDispatcher(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using second = await startSecondDispatcher(fixture, system)
  const [slow, others] = await releasedAtOnce(system, async () => [
    await queueSlow(system),
    await queueMany(system, otherCount, { firstPhone: 47_000 }),
  ])
  await until(async () => (await underWay(fixture, slow)) >= slowCount / 2, { describe: 'calls under way' })
  const signal = second.signalServing()
  signal('SIGSTOP')
  const [underWayThen, stoppedAt] = [await underWay(fixture, slow), Date.now()]
  await pause(stoppedMs)
  signal('SIGCONT')
  const resumedAt = Date.now()
  const ids = [...slow, ...others]
  const broken = await brokenInvariants(fixture, system, { accepted: ids })
  const calls = await callsFor(system, ids)
  const byPeer = calls.filter(({ at }) => Date.parse(at) > stoppedAt + 1_000 && Date.parse(at) < resumedAt).length
  const read = () => fixture.count(`messaging.message where id = any($1) and status = 'read'`, [ids])
  // The simulator reports a message as read some time after it is delivered.
  await until(async () => (await read()) === ids.length, { timeoutMs: 10_000 }).catch(() => {})
  const readCount = await read()
  return all(
    `stopped for ${stoppedMs / 1000} s with ${underWayThen} calls under way, ${byPeer} messages sent by the peer meanwhile; ${readCount} of ${ids.length} read, ${takenTwice(calls).length} taken twice, ${invariantText(broken)}`,
    {
      'calls were under way': underWayThen > 0,
      'the peer continues meanwhile': byPeer >= 100,
      'each is read': readCount === ids.length,
      'none taken twice': takenTwice(calls).length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

const dispatchTests = 'apps/messaging/src/workers/dispatch.test.ts'
const messageTests = 'apps/messaging/src/messages/messages.test.ts'

/** C: each accepted message reaches the provider once, at the provider's rate. */
export const sending = groupOf('sending', 'C. Sending to the provider', {
  C1: {
    promise: 'A provider call with a lost response is never repeated; the provider’s status decides',
    expected:
      'connection cut after acceptance, 1 call of 10: no call after one that was taken, unknown within 1 s, then sent',
    run: cutConnections,
  },
  C2: {
    promise: 'An unknown outcome is announced, and the message is repeated only if the sender asked for it',
    expected: 'held, then failed with message:outcome_unknown, and no call more; with onUnknown=resend one call more',
    tests: {
      'apps/messaging/src/messages/steps.test.ts': ['is announced when the response to its call was lost'],
      [dispatchTests]: [
        'it waits for a status and then fails visibly',
        'calls once more only where the sender asked for it',
      ],
    },
  },
  C5: {
    promise: 'A number never sends faster than its level allows',
    expected: '2,000 queued at a level of 80/s: no second above 80, at least 72/s, all sent',
    run: levelOfTheNumber,
  },
  C6: {
    promise: 'Many messages to one recipient are sent one after another, delay no one else, and are not rejected',
    expected: '200 others within 5 s; the pair at 6 s each once its 45 at once are used; no failure',
    run: pairOfOne,
  },
  C7: {
    promise: 'A message’s status never goes back, in any order of the provider’s statuses',
    expected: 'read, delivered, sent in reverse, each five times: read, one event for each real rise',
    tests: {
      [messageTests]: ['statuses in reverse and five times each end in read with one event per real rise'],
      'apps/messaging/src/messages/advance.test.ts': [
        'never goes back once the provider has taken it, whatever events come',
      ],
    },
  },
  C8: {
    promise: 'A status that arrives before the response of its call decides, and the late response changes nothing',
    expected: '20 calls answered only once their message is delivered: each read, one call, each step announced once',
    run: statusBeforeAnswer,
  },
  C10: {
    promise: 'A provider call that certainly sent nothing is retried until it succeeds',
    expected: 'status 500 twice: retried until it is sent, taken once',
    tests: {
      [messageTests]: ['a provider error that surely sent nothing is tried again until it is sent'],
    },
  },
  C12: {
    promise: 'Several dispatchers together stay within a number’s rate',
    expected:
      'two processes, one number, the one that serves it stopped for 3 s and let continue: the other takes over, no second above 80, none refused',
    run: twoDispatchers,
  },
  C13: {
    promise: 'A contact who has opted out gets no broadcast, regardless of how and when they opted out',
    expected:
      'opted out over the API, by a word, at the provider; before and after the subscription, and with the post in the queue: no call',
    run: optOutsWin,
  },
  C14: {
    promise: 'A broadcast can be paused, resumed and stopped, and counts everyone once',
    expected:
      'paused: no call in 2 s; purge lists the post; stopped: counts sum to 1,300, no one called twice, one event',
    run: postControl,
    tests: {
      'apps/groups/src/posts/interleavings.test.ts': [
        'whatever order feeding, pauses, stops, purges and statuses come in, each recipient is counted once and the post ends',
      ],
    },
  },
  'C-twin': {
    promise: 'C1 catches a sender that repeats calls with lost responses',
    expected: 'messages taken twice are seen',
    run: blindRepeat,
  },
  C3: {
    promise: 'If a dispatcher dies, waiting messages are delayed by seconds and no call is repeated',
    expected: 'killed with 100 and more calls under way: those unknown, the rest sent, both within 35 s',
    run: killedDispatcher,
  },
  C9: {
    promise: 'If the provider is unreachable for one number, only that number is delayed',
    expected:
      'refused for 25 s: after 5 s at most ten calls, all messages called within 15 s of its end, 0 lost, other number’s p99 ≤ 1 s',
    run: refusedConnections,
  },
  C11: {
    promise: 'A number whose token is revoked pauses, announces it, and loses nothing',
    expected:
      'error 190: the number is reported as faulty, rests for at least half a minute after each call, messages wait and leave once it is good',
    tests: {
      [dispatchTests]: ['rests a number whose token the provider refuses, loses nothing, and reports it'],
      'apps/numbers/src/sessions/sessions.test.ts': [
        'a number that a sender reports as refused is in error at once, until a later look finds it good',
      ],
    },
  },
  C4: {
    promise: 'A dispatcher that freezes during calls and continues loses and repeats nothing',
    expected:
      'two processes, one stopped for 12 s with leases of 5 s: the other continues, every message read, none taken twice',
    run: stoppedDispatcher,
  },
})
