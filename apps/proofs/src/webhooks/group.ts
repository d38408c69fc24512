import { eachOf, eventLog, type Listening, listen, phoneOf } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, quiescence } from '../load.ts'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import {
  bytesOfAttempts,
  errorsWhileRecording,
  killedInFlight,
  killedReplay,
  retriedByHand,
  urlChangedBetween,
  wholeSchedule,
} from './attempts.ts'
import { allInStatus, attemptsOf, deliveriesOf, makeEvents, webhookTo } from './events.ts'
import { breaker, enabledAgain, failingForDays, oneSlow, staleSockets } from './health.ts'
import { badTls, deadlineOfTheHead, endlessAnswers, silentReceivers } from './silent.ts'
import { rotatedSecret, wrongClock } from './trust.ts'

/** E1: three receivers with different subscriptions, a thousand events. */
async function exactSelections(fixture: ProofFixture): Promise<Outcome> {
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
async function deletedMeanwhile(fixture: ProofFixture): Promise<Outcome> {
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

const fetchTests = 'packages/http/src/vetted-fetch.test.ts'
const deliverTests = 'apps/webhooks/src/workers/deliver.test.ts'
const failingTests = 'apps/webhooks/src/workers/failing.test.ts'
const replayTests = 'apps/webhooks/src/replays/replays.test.ts'

/** E: every event reaches each subscribed receiver, however receivers behave. */
export const webhooks = groupOf('webhooks', 'E. Webhook delivery', {
  E1: {
    promise:
      'Each receiver gets exactly the events it subscribed to, signed so that independent libraries can verify them',
    expected: '3 receivers, 1,000 events: exactly its set each, verified by standardwebhooks and svix',
    run: exactSelections,
  },
  E4: {
    promise: 'No event is lost or repeated when the database refuses to record attempts',
    expected:
      'half of the records refused in 4 ways for 300 events: each recorded a moment later, none sent again, none lost',
    run: errorsWhileRecording,
  },
  E5: {
    promise: 'A redirect is never followed',
    expected: '301, 302, 307, 308 to another path: failures with their status, the other path never visited',
    tests: { [deliverTests]: ['follows no redirect, and records the failure'] },
  },
  E9: {
    promise: 'A receiver that responds with 410 gets no further attempt, and nothing is dropped',
    expected: 'disabled after one request, announced once, deliveries parked',
    tests: { [failingTests]: ['answers 410: the endpoint is disabled at once, its deliveries are parked'] },
  },
  E11: {
    promise: 'A receiver is disabled only after failing for days, and its owner is warned first',
    expected: 'failing 5 d with 20 attempts: warned at 24 h and 72 h, disabled; now and then or once: left alone',
    run: failingForDays,
  },
  E12: {
    promise: 'A receiver that is down is probed, not flooded, and the outage uses up no attempts',
    expected: '10 failures open the breaker, one probe at a time, it closes; attempts counted = requests made',
    run: breaker,
  },
  E13: {
    promise: 'Events that waited while a webhook was paused are delivered, and new events do not wait for them',
    expected: '500 parked, enabled again: all delivered, new events with p99 ≤ 5 s meanwhile',
    run: enabledAgain,
  },
  E14: {
    promise: 'A signing secret can be rotated without a delivery that fails to verify',
    expected: 'grace 24 h under load: old and new verify everything; grace 0: the old ones fail at once',
    run: rotatedSecret,
  },
  E15: {
    promise: 'A manual retry and an automatic one never send twice',
    expected: 'by hand 2 s before: one attempt, numbered on, none more',
    run: retriedByHand,
  },
  E16: {
    promise: 'A replay survives the death of its process and delivers each event once',
    expected:
      '1,000 events (10,000 in the design), killed half-way: each queued once, same id; half of the rate at most',
    run: killedReplay,
    tests: {
      [replayTests]: ['a replay uses at most half of the places of an endpoint'],
      'apps/webhooks/src/delivery/pace.test.ts': ['leaves at least half of it to new events while a replay runs'],
    },
  },
  E18: {
    promise: 'If a webhook is deleted during an attempt, the result is recorded and nothing else happens',
    expected: 'results recorded, no further attempts, deliveries visible as canceled',
    run: deletedMeanwhile,
  },
  E23: {
    promise: 'A connection closed by the receiver costs no delivery attempt',
    expected: '300 deliveries while connections are closed at random: none failed',
    run: staleSockets,
    tests: {
      [fetchTests]: ['one connection serves several exchanges, and a closed one is replaced without a failure'],
    },
  },
  'E-twin-2': {
    promise: 'E6 catches a sender whose deadline covers only the headers',
    expected: 'its late end is seen',
    run: deadlineOfTheHead,
  },
  E3: {
    promise: 'If a dispatcher dies, nothing is lost, and only unrecorded deliveries are repeated',
    expected: '500 in flight, killed: sent again within 35 s, twice only what was answered and not recorded',
    run: killedInFlight,
  },
  E6: {
    promise: 'No receiver can hold an attempt longer than 15 s or delay another',
    expected: 'silent TCP, silent TLS, half a head, dripping body: ended within 15.5 s; others’ p99 ≤ 1 s',
    run: silentReceivers,
  },
  E7: {
    promise: 'A receiver that drips its response hits the same deadline as a silent one',
    expected: 'a byte every 20 ms: ended in time, as a request that was written',
    tests: { [fetchTests]: ['ends by the one deadline when the server drips its body'] },
  },
  E8: {
    promise: 'Responses of any size do not use up memory',
    expected: '1 GB or a gzip bomb: 64 KiB read, less than 20 MB more memory, connection closed',
    run: endlessAnswers,
    tests: { [fetchTests]: ['reads no more than 64 KiB of an endless answer and closes the connection'] },
  },
  E10: {
    promise: 'Retry-After of a receiver is respected, within limits',
    expected: '120 s; HTTP date; garbage: the schedule; 10 years: one hour',
    tests: {
      [failingTests]: ['gets no request from', 'with a Retry-After that is no time is tried again by the schedule'],
      'apps/webhooks/src/delivery/attempt.test.ts': ['waits as long as the receiver asks'],
    },
  },
  E20: {
    promise: 'Nothing is sent to a receiver whose certificate is not valid',
    expected: 'expired, self-signed, wrong host, TLS 1.0: failure that says why, 0 bytes sent',
    run: badTls,
  },
  E17: {
    promise: 'A changed url applies from the next attempt, and each attempt keeps the address it went to',
    expected: '10 deliveries, the url changed after the first attempts: all arrive at the new one, the log has both',
    run: urlChangedBetween,
    fast: true,
  },
  E21: {
    promise: 'Every delivery attempt has the same bytes',
    expected: '4 attempts while the contact changes: one form of the bytes, as in the log, each signed anew',
    run: bytesOfAttempts,
    fast: true,
  },
  E22: {
    promise: 'A slow receiver delays no other receiver',
    expected: '14 s each with 1,000 waiting (10,000 in the design), 50 fast ones: their p99 ≤ 1 s',
    run: oneSlow,
  },
  E2: {
    promise: 'A receiver that fails gets 12 attempts on the promised schedule, and then its owner is notified',
    expected: 'schedule at 1:10,000: each pause within [step, step + 20 %], 12 attempts, exhausted, event',
    run: wholeSchedule,
  },
  E19: {
    promise: 'A wrong clock on the webhooks service changes neither the schedule nor signatures, and is detected',
    expected: '10 min fast and slow: tries by the clock of the database, every signature verifies, alarm',
    run: wrongClock,
  },
})
