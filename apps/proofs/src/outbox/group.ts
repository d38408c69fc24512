import { groupOf } from '../proof.ts'
import { deletedAndPurged, wipedUnderLoad } from './broker.ts'
import {
  diesAfterPublishing,
  fullDisk,
  fullStream,
  halfOpenConnections,
  killedBroker,
  pausedConsumer,
  withoutBroker,
} from './outages.ts'
import { oversizedEvents, oversizedEventsStay } from './oversized.ts'

const inbox = 'packages/chassis/src/bus/inbox.test.ts'
const lossTests = 'packages/chassis/src/bus/lost-events.test.ts'
const outboxTests = 'packages/chassis/src/bus/outbox.test.ts'

/** B: committed events are published and take effect once, whatever happens to the bus. */
export const outbox = groupOf('outbox', 'B. Outbox and broker', {
  B1: {
    promise: 'An event that was published but not marked as such is published again, and has one effect',
    expected: 'the process dies between the two, 50 times under load: all invariants hold',
    run: diesAfterPublishing,
  },
  B2: {
    promise: 'An event is never missed because its transaction committed late',
    expected: 'writers that commit out of order: every event, once',
    tests: {
      [outboxTests]: [
        'misses no event of writers that commit out of order',
        'announces what was committed, in order, and nothing of a transaction that failed',
      ],
    },
  },
  B3: {
    promise: 'Callers do not notice a broker that keeps crashing',
    expected:
      'NATS killed every 5 s, 10 times, under load: invariants hold, no one refused, p99 at most a fifth higher',
    run: killedBroker,
  },
  B4: {
    promise: 'Without the broker, accepting, sending and receiving continue; events wait and catch up',
    expected: 'away for a minute: all of that continues, then at least 500 events/s, nothing lost',
    run: withoutBroker,
  },
  B5: {
    promise: 'Events lost by a broker are found, no matter who published them and where they were lost',
    expected:
      'three services that publish and consume, one of them cut off; the broker goes back with or without its consumers, is wiped, purged, loses messages or the stream, at random: none lost, none twice',
    tests: {
      [lossTests]: [
        'no event is lost and none has two effects',
        'what every service has acknowledged leaves the stream, and what one has not stays',
      ],
    },
  },
  B8: {
    promise: 'An event whose handling fails is retried, and has one effect',
    expected: 'fails 3 times, then succeeds: one effect',
    tests: { [inbox]: ['a handler that fails three times and then succeeds has one effect'] },
  },
  B9: {
    promise: 'An event that can never be handled is set aside and delays no other',
    expected: '10 tries, then a row in dead_event; others not delayed',
    tests: {
      [inbox]: [
        'an event that failed ten times is put aside with its error',
        'an event that always fails holds up no other',
      ],
    },
  },
  B10: {
    promise: 'A frozen consumer continues, and events redelivered during the freeze have one effect',
    expected: 'stopped for longer than the bus waits for an acknowledgment: invariants hold',
    run: pausedConsumer,
    waits: true,
  },
  B11: {
    promise: 'An event has its effect once, no matter how often it arrives',
    expected: '1,000 times, with other message ids: one effect',
    tests: { [inbox]: ['an event that comes a thousand times has one effect'] },
  },
  B12: {
    promise: 'Events out of order still lead to the newest status',
    expected: 'statuses and contacts in reverse: the newest wins, older ones change nothing',
    tests: {
      'apps/messaging/src/messages/messages.test.ts': [
        'statuses in reverse and five times each end in read with one event per real rise',
      ],
      'apps/messaging/src/messages/advance.test.ts': [
        'never goes back once the provider has taken it, whatever events come in whatever order',
      ],
    },
  },
  B13: {
    promise: 'Events continue when the broker’s disk is full',
    expected: '300 messages while it is full: none refused, all invariants hold before there is space again',
    run: fullDisk,
  },
  B14: {
    promise:
      'When the stream is full, events wait in the outbox; none is dropped, even if the broker then loses its store',
    expected: 'events wait while it is full; wiped and back with space: all invariants hold',
    run: fullStream,
    tests: { [outboxTests]: ['publishes again what a wiped broker has lost, and each event has its effect once'] },
  },
  B6: {
    promise: 'No event is lost when the broker repeatedly loses its whole store under load',
    expected: 'wiped 3 times at 20 messages/s: invariants hold, every event at the receiver',
    run: wipedUnderLoad,
  },
  B7: {
    promise: 'No undelivered event is lost when messages are deleted from the stream or it is purged',
    expected: 'every fifth deleted, then all purged, while the log of events stands still: invariants hold',
    run: deletedAndPurged,
  },
  B15: {
    promise: 'Dead connections are detected and replaced without losing anything',
    expected:
      'connections to the database, the broker, the provider and a receiver silenced under load: 50 messages accepted afterwards read within 60 s each, invariants hold',
    run: halfOpenConnections,
    waits: true,
  },
  B16: {
    promise: 'Events that the bus rejects are set aside with the reason and delay no others',
    expected:
      '220 events of 1.15 MB left behind by one workspace and a restart of NATS: messages of another arrive within 10 s, all 220 in dead_event, readiness names them',
    run: oversizedEvents,
    waits: true,
    tests: {
      'packages/chassis/src/bus/set-aside.test.ts': [
        'delays no event behind it, however many there are',
        'rests for longer after each failure, is set aside in the end',
      ],
    },
  },
  'B16-twin': {
    promise: 'The check of B16 catches a relay that keeps events that the bus rejects',
    expected: 'messages of the other workspace are stuck for 20 s',
    run: oversizedEventsStay,
    waits: true,
  },
})
