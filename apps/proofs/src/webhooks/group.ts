import { groupOf } from '../proof.ts'
import { errorsWhileRecording, killedInFlight, killedReplay } from './attempts.ts'
import { wrongClock } from './trust.ts'

const fetchTests = 'packages/http/src/vetted-fetch.test.ts'
const deliverTests = 'apps/webhooks/src/workers/deliver.test.ts'
const attemptTests = 'apps/webhooks/src/delivery/attempt.test.ts'
const breakerTests = 'apps/webhooks/src/delivery/breaker.test.ts'
const signingTests = 'apps/webhooks/src/delivery/signing.test.ts'
const failingTests = 'apps/webhooks/src/workers/failing.test.ts'
const replayTests = 'apps/webhooks/src/replays/replays.test.ts'
const queueTests = 'apps/webhooks/src/workers/endpoint-queues.test.ts'

/** E: every event reaches each subscribed receiver, however receivers behave. */
export const webhooks = groupOf('webhooks', 'E. Webhook delivery', {
  E1: {
    promise:
      'Each receiver gets exactly the events it subscribed to, signed so that independent libraries can verify them',
    expected:
      '3 receivers with different subscriptions, every public kind: exactly its set each, verified by standardwebhooks and svix',
    tests: {
      [deliverTests]: [
        'each endpoint gets exactly the events of its subscription',
        'a wildcard covers every public kind',
      ],
      [signingTests]: ['a receiver that knows either verifies it with either library'],
    },
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
    expected:
      'warned at 24 h and 72 h without a 2xx, disabled after 5 d and 20 attempts, not for less; now and then: left alone',
    tests: {
      [failingTests]: ['is warned about at 24 h, disabled after 5 days and 20 attempts, and not for less'],
      [breakerTests]: [
        'warns once after 24 h and once after 72 h',
        'an endpoint that succeeds now and then is not disabled',
      ],
    },
  },
  E12: {
    promise: 'A receiver that is down is probed, not flooded, and the outage uses up no attempts',
    expected:
      '10 failures open the breaker, one probe at a time, each later than the last, it closes; attempts counted = requests made',
    tests: {
      [failingTests]: ['opens after ten failures, lets one probe through at a time, and consumes no attempt'],
      [breakerTests]: ['failed probes double it'],
    },
  },
  E13: {
    promise: 'Events that waited while a webhook was paused are delivered, and new events do not wait for them',
    expected:
      'all that is parked is delivered, oldest first, in bounded transactions; new events leave between them (how soon belongs to G9)',
    tests: {
      [queueTests]: [
        'live events are delivered between those of a resumed backlog',
        'enabling resumes what is parked in bounded transactions',
      ],
    },
  },
  E14: {
    promise: 'A signing secret can be rotated without a delivery that fails to verify',
    expected:
      'grace 24 h: both sign, so that a receiver with either verifies everything; grace 0: the old ones sign no more at once',
    tests: {
      'apps/webhooks/src/webhooks/secrets.test.ts': ['the old one signs too until its grace ends'],
      [signingTests]: ['a receiver that knows either verifies it with either library'],
    },
  },
  E15: {
    promise: 'A manual retry and an automatic one never send twice',
    expected: 'one attempt instead of the automatic one, numbered on, none more; none beside one in flight',
    tests: {
      'apps/webhooks/src/deliveries/deliveries.test.ts': [
        'retry makes a waiting delivery due at once, instead of its automatic attempt',
        'concurrent retries, beside an attempt in flight, never start two',
      ],
    },
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
    expected: 'the result recorded, no further attempt, the delivery visible as canceled',
    tests: {
      [deliverTests]: ['a webhook deleted during an attempt: the result is recorded'],
    },
  },
  E23: {
    promise: 'A connection closed by the receiver costs no delivery attempt',
    expected: 'a connection that is closed between two deliveries is replaced: none failed',
    tests: {
      [fetchTests]: ['one connection serves several exchanges, and a closed one is replaced without a failure'],
    },
  },
  E3: {
    promise: 'If a dispatcher dies, nothing is lost, and only unrecorded deliveries are repeated',
    expected: '500 in flight, killed: sent again within 35 s, twice only what was answered and not recorded',
    run: killedInFlight,
  },
  E6: {
    promise: 'No receiver can hold an attempt longer than 15 s or delay another',
    expected: 'silent TCP, silent TLS, half a head, dripping body: ended at the deadline; others are not delayed',
    tests: {
      [fetchTests]: [
        'ends by the one deadline when the server ',
        'a server that takes the connection and stays silent during TLS ends it in time',
      ],
      [queueTests]: ['a receiver that never answers delays no other'],
    },
  },
  E7: {
    promise: 'A receiver that drips its response hits the same deadline as a silent one',
    expected: 'a byte every 20 ms: ended in time, as a request that was written',
    tests: { [fetchTests]: ['ends by the one deadline when the server '] },
  },
  E8: {
    promise: 'Responses of any size do not use up memory',
    expected: 'without an end, or a gzip bomb: 64 KiB read, none unpacked, connection closed',
    tests: {
      [fetchTests]: [
        'reads no more than 64 KiB of an endless answer and closes the connection',
        'leaves a packed answer as it came, however much it would unpack to',
      ],
    },
  },
  E10: {
    promise: 'Retry-After of a receiver is respected, within limits',
    expected: '120 s; HTTP date; garbage: the schedule; 10 years: one hour',
    tests: {
      [failingTests]: ['gets no request from', 'with a Retry-After that is no time is tried again by the schedule'],
      [attemptTests]: ['waits as long as the receiver asks'],
    },
  },
  E20: {
    promise: 'Nothing is sent to a receiver whose certificate is not valid',
    expected: 'expired, self-signed, wrong host, TLS 1.0: failure that says why, 0 bytes sent',
    tests: {
      [fetchTests]: ['ends it before a byte of the request', 'a trusted certificate for the name is accepted'],
    },
  },
  E17: {
    promise: 'A changed url applies from the next attempt, and each attempt keeps the address it went to',
    expected: 'the url changed after the first attempt: the next goes to the new one, the log has both',
    tests: {
      [deliverTests]: ['a changed url applies from the next attempt, and each attempt keeps its own'],
    },
  },
  E21: {
    promise: 'Every delivery attempt has the same bytes',
    expected: '4 attempts: one form of the bytes, as in the log and in later reads, each signed',
    tests: {
      [deliverTests]: ['tries again on the schedule with the same bytes and id'],
      'apps/webhooks/src/events/payload.test.ts': ['is the same at the receiver, in the log and in later reads'],
    },
  },
  E22: {
    promise: 'A slow receiver delays no other receiver',
    expected: 'one that never answers, or has a backlog: others get their events in the usual time',
    tests: {
      [queueTests]: [
        'a receiver that never answers delays no other',
        'a backlog of a slow receiver does not delay new events',
      ],
    },
  },
  E2: {
    promise: 'A receiver that fails gets 12 attempts on the promised schedule, and then its owner is notified',
    expected: 'each pause within [step, step + 20 %], 12 attempts over 99 h 35 m 35 s, exhausted, event',
    tests: {
      [attemptTests]: [
        'has 12 attempts over 99 h 35 m 35 s and then ends',
        'every pause lies between the step and a fifth more',
      ],
      [deliverTests]: ['tries again on the schedule', 'after twelve attempts a delivery is exhausted'],
    },
  },
  E19: {
    promise: 'A wrong clock on the webhooks service changes neither the schedule nor signatures, and is detected',
    expected: '10 min fast and slow: tries by the clock of the database, every signature verifies, alarm',
    run: wrongClock,
  },
})
