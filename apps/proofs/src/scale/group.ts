import { setTimeout as pause } from 'node:timers/promises'
import { type Proxy, startProxy, until } from '@posthorn/testkit'
import { listen, percentile, rowsAt } from '@posthorn/testkit/system'
import { all, type Group, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { type Sent, startLoad, strangeStatuses } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { clusterOfBrokers } from './brokers.ts'
import { databaseForEach } from './databases.ts'
import { OwnPostgres } from './own-postgres.ts'

const perSecond = 5
const steadyMs = 10_000

/** Waits until the standby has the primary's commits on its disk. */
async function replicating(primary: OwnPostgres): Promise<void> {
  const states = () => rowsAt<{ sync_state: string }>(primary.url, 'select sync_state from pg_stat_replication')
  const isSynchronous = async () => (await states()).some(({ sync_state: state }) => state === 'sync')
  await until(isSynchronous, { timeoutMs: 60_000, describe: 'a synchronous standby' })
}

/** Returns the longest time without an accepted message, in milliseconds. */
function longestGap(sent: readonly Sent[]): number {
  const times = sent.map(({ acceptedAtMs }) => acceptedAtMs).toSorted((a, b) => a - b)
  return Math.max(0, ...times.slice(1).map((time, i) => time - (times[i] ?? time)))
}

/** L3: under load, the primary is killed, its standby promoted, and the address moved to it. */
async function promotedStandby(fixture: ProofFixture): Promise<Outcome> {
  await using primary = await OwnPostgres.start()
  await using standby = await primary.addStandby()
  await replicating(primary)
  await using address = await startProxy(primary.url)
  try {
    return await failOver(fixture, { primary, standby, address })
  } finally {
    await fixture.end()
  }
}

async function failOver(
  fixture: ProofFixture,
  { primary, standby, address }: { primary: OwnPostgres; standby: OwnPostgres; address: Proxy },
): Promise<Outcome> {
  const system = await fixture.freshSystem({ DATABASE_URL: address.url, RESTORE_GUARD: 'skip' })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond, firstPhone: 97_000 })
  await until(() => load.sent.length > perSecond, { timeoutMs: 60_000, describe: 'messages to be accepted' })
  await pause(steadyMs)
  const before = [...load.sent]
  await primary.kill()
  const [promoted] = await rowsAt<{ done: boolean }>(standby.url, 'select pg_promote() as done')
  address.moveTo(standby.url)
  const resumed = load.sent.length
  const goesOn = { timeoutMs: 120_000, describe: 'messages to be accepted by the promoted standby' }
  await until(() => load.sent.length > resumed + 5 * perSecond, goesOn)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const steady = percentile(
    before.map(({ latencyMs }) => latencyMs),
    99,
  )
  return all(
    `primary killed at ${perSecond}/s, standby promoted: ${before.length} accepted before, ${sent.length - before.length} since, none for ${(longestGap(sent) / 1_000).toFixed(1)} s; p99 of accepting with a synchronous standby ${steady.toFixed(0)} ms; ${invariantText(broken)}`,
    {
      'the standby was promoted': promoted?.done === true,
      'refused only with 503': strangeStatuses(sent).length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

/** L: databases and brokers on several machines, as far as one machine can simulate it. */
export const scale: Group = {
  name: 'scale',
  title: 'L. More than one machine',
  checks: [
    {
      id: 'L1',
      promise: 'Each service can have a Postgres of its own, and the death of one stops only what needs it',
      expected:
        'three servers under load, each killed in turn: messages are accepted and sent without that of webhooks and numbers, contacts answer without that of messaging; 0 lost, 0 doubled',
      run: databaseForEach,
    },
    {
      id: 'L2',
      promise: 'A NATS cluster of three survives the loss of any server',
      expected:
        'BUS_REPLICAS=3, each server killed for 25 s under load, the leader of the stream first: no one refused, webhooks continue, the stream stays the same; 0 lost, 0 doubled',
      run: clusterOfBrokers,
    },
    {
      id: 'L3',
      promise: 'If Postgres dies, its synchronous standby takes over without data loss',
      expected:
        'primary killed under load, standby promoted, the address moves there: accepting continues, everything accepted before is there; 0 lost, 0 doubled',
      run: promotedStandby,
    },
  ],
}
