import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { listen, phoneOf } from '@posthorn/testkit/system'
import { quantile } from '../load.ts'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { ageMs, makeEvents } from '../webhooks/events.ts'
import {
  copyDelivery,
  quietReceiver,
  quietSender,
  slowConnections,
  slowExports,
  slowReceivers,
  unsharedSlots,
} from './fairness.ts'
import { proveOverload } from './overload.ts'
import { jointLimit, limitOfEach, withoutStore } from './rates.ts'

const backlog = 50_000
const boundMs = 2_000
const livePauseMs = 50
const drainedWithinMs = 240_000

/** G9: 50,000 parked deliveries of a webhook, copies of one, resume while new events arrive until the backlog is gone. */
async function liveBesideBacklog(fixture: ProofFixture): Promise<Outcome> {
  await using _fixture = fixture
  const system = await fixture.freshSystem()
  await using webhook = await listen(system, { events: ['contact:created'] })
  await system.ok('POST', `/v1/webhooks/${webhook.id}/pause`)
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(59_000) } })
  await copyDelivery(fixture, backlog - 1)
  const waiting = () => fixture.count('webhooks.delivery_job')
  const begun = performance.now()
  const enabling = system.ok('POST', `/v1/webhooks/${webhook.id}/resume`)
  let made = 0
  let left = await waiting()
  while (left > 100 && performance.now() - begun < drainedWithinMs) {
    for (let i = 0; i < 10; i++) {
      await makeEvents(system, 1)
      made += 1
      await pause(livePauseMs)
    }
    left = await waiting()
  }
  await enabling
  const seconds = (performance.now() - begun) / 1000
  const live = () => webhook.receiver.requests.filter(({ json }) => isProbe(json))
  await until(() => live().length >= made, { timeoutMs: 30_000, describe: 'all live events to arrive' })
  const waits = live().map(ageMs)
  await until(async () => (await waiting()) === 0, { timeoutMs: 60_000, describe: 'the backlog to end' })
  return all(
    `${backlog} deliveries drained in ${seconds.toFixed(0)} s beside ${waits.length} live events: p50 ${quantile(waits, 0.5)} ms, p99 ${quantile(waits, 0.99)} ms`,
    {
      'the backlog was drained': left <= 100,
      'every live event arrived': made > 0 && live().length === made,
      'live events with p99 at most 2 s': quantile(waits, 0.99) <= boundMs,
    },
  )
}

/** Whether an event is about a contact of `makeEvents`, rather than part of the backlog. */
const isProbe = (json: unknown) => (json as { data: { name?: string } }).data.name?.startsWith('Proof ') === true

const limitTests = 'apps/gateway/src/limits/limits.test.ts'

/** G: heavy callers are limited, and other callers are unaffected. */
export const limits = groupOf('limits', 'G. Limits, fairness, overload', {
  G1: {
    promise: 'A key can burst and is then limited to its rate; a rejected request has no effect',
    expected:
      'more than the burst at once: the burst and what the rate adds; the rest 429 with agreeing headers, without effect',
    tests: {
      [limitTests]: [
        'lets a key burst 100, then 50 a second',
        'a caller over its limit gets 429 whose Retry-After agrees, and what is refused has no effect',
      ],
    },
  },
  G2: {
    promise: 'A limit is the same for any number of gateways',
    expected: 'one key on two gateways for 10 s: the joint limit ± 5 %',
    run: jointLimit,
  },
  'G-twin': {
    promise: 'The measurement of the shared limit catches gateways that count separately',
    expected: 'over 5 % too many',
    run: limitOfEach,
  },
  G3: {
    promise: 'A full queue of one workspace does not delay another',
    expected: '100,000 messages waiting in one: accept to call in the other p99 ≤ 1 s (60 messages)',
    run: quietSender,
  },
  G4: {
    promise: 'A dead receiver of one workspace does not delay the deliveries of another',
    expected:
      '100,000 deliveries due to a dead receiver: the live one receives with p99 ≤ 1 s (60 events), its breaker closed',
    run: quietReceiver,
    tests: { 'apps/webhooks/src/workers/endpoint-queues.test.ts': ['a receiver that never answers delays no other'] },
  },
  G5: {
    promise: 'Under overload, the system keeps its best throughput and rejects the rest at once',
    expected:
      'four times the capacity of one gateway for 30 s, judged from 3 s on: goodput ≥ 80 % of the peak and p99 of accepted ≤ 2 × the usual or `LOAD_TARGET_MS`, whichever is more, all for each CPU second that asking and refusing leave of the machine; a refusal costs ≤ 10 % of the CPU that an accepted request takes of the whole system and is sooner, back within 10 s; what can wait gives way first',
    run: proveOverload,
    tests: {
      'apps/gateway/src/limits/shedder.test.ts': [
        'gives way in order: what can wait, then what people look at, and sending last, of its own service only',
      ],
    },
  },
  G10: {
    promise: 'Slow receivers of one workspace do not delay the deliveries of another',
    expected:
      '100 webhooks that answer after 13 s, 1.4 events/s: a healthy receiver of another workspace with p99 below twice the quiet one (200 events)',
    run: slowReceivers,
    tests: {
      'apps/webhooks/src/delivery/shares.test.ts': ['no workspace has more than a quarter'],
      'apps/webhooks/src/delivery/prefetch-queue.test.ts': ['of receivers that were slow lately are in flight in half'],
    },
  },
  'G10-twin': {
    promise: 'The measurement of slow receivers catches capacity that is not shared fairly',
    expected: 'p99 of the healthy receiver at least twice the quiet one',
    run: unsharedSlots,
  },
  G9: {
    promise: 'New events of a webhook do not wait behind its backlog',
    expected: '50,000 parked deliveries resumed while new events continue: all delivered, new ones with p99 ≤ 2 s',
    run: liveBesideBacklog,
    tests: {
      'apps/webhooks/src/workers/endpoint-queues.test.ts': [
        'new events beside a backlog leave in their order',
        'an event that is recorded while its webhook is enabled',
      ],
    },
  },
  G6: {
    promise: 'Slow exports delay no message',
    expected: '20 slow readers of an export of 20,000 contacts: p99 of sends at most twice the usual',
    run: slowExports,
  },
  G7: {
    promise: 'Connections without progress are closed and delay no others',
    expected:
      '500 that send a byte every 5 s and 2,000 that are idle: slow heads closed after 10 s, sends p99 ≤ 500 ms',
    run: slowConnections,
  },
  G8: {
    promise: 'Without the store of limits, requests pass, but authentication stays strict',
    expected: 'the store down: valid keys pass, a metric says so, bad keys are refused',
    run: withoutStore,
    tests: {
      [limitTests]: ['that lose the store let requests pass, and hold the joint limit again when it is back'],
    },
  },
})
