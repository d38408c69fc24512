import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@posthorn/contracts'
import { mountSmallDisk, type Proxy, startProxy, unpublishedSql, until } from '@posthorn/testkit'
import { callLog, listen } from '@posthorn/testkit/system'
import { AckPolicy, connect } from 'nats'
import { brokenInvariants, invariantText, type Load, p99Of, startLoad } from '../load.ts'
import { OwnPostgres } from '../operations/own-postgres.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { connectCloudNumber, startCloudProvider } from '../sending/provider.ts'
import { OwnBroker } from './broker.ts'

/** Messages per second that a process can publish if it dies on every tenth event and takes a second to restart. */
const perSecondOfDying = 2

/** B1: messaging is killed each time the bus has accepted its tenth event but Postgres hasn't recorded it yet. */
export async function diesAfterPublishing(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'event.taken/messaging@10' })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: perSecondOfDying })
  const wanted = 50
  let deaths = 0
  let pid = system.run.processes['messaging']?.pid
  while (deaths < wanted) {
    await until(() => system.run.processes['messaging']?.pid !== pid, { timeoutMs: 60_000, describe: 'a death' })
    pid = system.run.processes['messaging']?.pid
    deaths += 1
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  return all(`${deaths} deaths, ${sent.length} messages, ${invariantText(broken)}`, {
    'each event has its effect once': broken.length === 0,
  })
}

/** B3: NATS is killed every 5 s, and callers don't notice. */
export async function killedBroker(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const calm = startLoad(system, { perSecond: 50, firstPhone: 40_000 })
  await pause(30_000)
  const before = await calm.stop()
  const load = startLoad(system, { perSecond: 50, firstPhone: 40_000 })
  const kills = 10
  for (let kill = 0; kill < kills; kill++) {
    await pause(4_000)
    await fixture.killAndWait('nats')
  }
  const sent = await load.stop()
  const accepted = [...before, ...sent].map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  const [calmMs, faultMs] = [p99Of(before), p99Of(sent)]
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  return all(
    `${kills} kills, ${sent.length} accepted, ${refused} of them late, p99 ${calmMs.toFixed(0)} ms before and ${faultMs.toFixed(0)} ms meanwhile, ${invariantText(broken)}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'nobody refused': refused === 0,
      'p99 at most a fifth higher': faultMs <= calmMs * 1.2,
    },
  )
}

/** B10: a consumer pauses for longer than the bus waits for an acknowledgment. */
export async function pausedConsumer(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 41_000 })
  await pause(2_000)
  const seconds = 25
  await fixture.suspend('webhooks', seconds * 1_000)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  return all(`stopped for ${seconds} s (the bus waits 8 s), ${sent.length} messages, ${invariantText(broken)}`, {
    'each event has its effect once': broken.length === 0,
  })
}

/** Counts the events of all services that are not published. */
function waitingEvents(fixture: ProofFixture): Promise<number> {
  const union = serviceNames.map((service) => `select id from ${unpublishedSql(service)} as u`)
  return fixture.count(`(${union.join(' union all ')}) waiting`)
}

/** Counts the events in the log of the webhooks service. */
const recorded = (fixture: ProofFixture) => fixture.count('webhooks.event')
/** Counts the callbacks from the provider that are stored. */
const stored = (fixture: ProofFixture) => fixture.count('numbers.callback_digest')

/** B4: without NATS for a minute, accepting, sending and receiving continue; then the waiting events catch up at 500/s or more. */
export async function withoutBroker(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await using webhook = await listen(system)
  await broker.kill()
  const seconds = 60
  const [sentBefore, storedBefore] = [(await callLog(system)).length, await stored(fixture)]
  const load = startLoad(system, { perSecond: 60 })
  await pause(seconds * 1_000)
  const sent = await load.stop()
  const calls = (await callLog(system)).length - sentBefore
  const callbacks = (await stored(fixture)) - storedBefore
  const [backlog, known] = [await waitingEvents(fixture), await recorded(fixture)]
  const resumedAt = performance.now()
  await broker.resume()
  await until(async () => (await waitingEvents(fixture)) === 0, { timeoutMs: 120_000, describe: 'the bus to have all' })
  const [tookMs, caughtUp] = [performance.now() - resumedAt, (await recorded(fixture)) - known]
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const rate = Math.round((backlog * 1000) / tookMs)
  return all(
    `${seconds} s without: ${sent.length} accepted, ${calls} sent, ${callbacks} callbacks stored, ${backlog} events waiting; then ${rate} events/s (${caughtUp} into the log meanwhile), ${invariantText(broken)}`,
    {
      'nobody refused': refused === 0,
      'sending continued': calls >= sent.length * 0.9,
      'callbacks stored': callbacks > 0,
      'caught up at 500/s or more': rate >= 500,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}

/** B13: the broker's disk is full. The stream is in memory. */
export async function fullDisk(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountSmallDisk(96 * 1024 ** 2)
  if (disk === undefined) return { passed: false, measured: 'needs root, to mount a small disk' }
  await using broker = await OwnBroker.start({ dataDir: join(disk.folder, 'nats') })
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  disk.fill()
  const load = startLoad(system, { perSecond: 30, body: { message: 'x'.repeat(3_000) } })
  await pause(10_000)
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  await fixture.end()
  return all(`${sent.length} accepted meanwhile; ${invariantText(broken)} while it is full`, {
    'some were sent': sent.length > 100,
    'nobody refused': refused === 0,
    'nothing lost or doubled': broken.length === 0,
  })
}

/** Creates a consumer that never acknowledges, so that the stream keeps every message. */
async function neverAcknowledge(url: string): Promise<void> {
  const nc = await connect({ servers: url })
  const { streams, consumers } = await nc.jetstreamManager()
  for await (const { config } of streams.list())
    await consumers.add(config.name, { durable_name: 'stuck', ack_policy: AckPolicy.Explicit })
  await nc.close()
}

/** B14: the stream fills up, is lost, and comes back with free space. */
export async function fullStream(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start({ reservableBytesMax: 40 * 1024 ** 2 })
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await neverAcknowledge(broker.url)
  const load = startLoad(system, { perSecond: 76, body: { message: 'x'.repeat(4_000) } })
  await until(async () => (await waitingEvents(fixture)) > 500, { timeoutMs: 180_000, describe: 'a full stream' })
  const sent = await load.stop()
  const backlog = await waitingEvents(fixture)
  await broker.kill()
  await broker.resume({ wiped: true })
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  const refused = sent.filter(({ statuses }) => statuses.length > 1).length
  return all(`${sent.length} accepted, ${backlog} events kept while it was full; ${invariantText(broken)} after`, {
    'nobody refused': refused === 0,
    'nothing dropped': broken.length === 0,
  })
}

/** A silent connection is closed within 35 to 40 s, then replaced. A busy machine needs longer to catch up. */
const recoveredWithinMs = 60_000

/** Minimum number of messages accepted after the silence that must reach the status `read`: five seconds of load. */
const readAgain = 50

type Ways = Record<'database' | 'broker' | 'provider' | 'receiver', Proxy>

/** B15: under load, connections to the database, broker, provider and receiver go silent in turn, without closing. */
export async function halfOpenConnections(fixture: ProofFixture): Promise<Outcome> {
  await using postgres = await OwnPostgres.start()
  await using broker = await OwnBroker.start()
  await using provider = await startCloudProvider()
  await using database = await startProxy(postgres.url)
  await using bus = await startProxy(broker.url)
  await using cloud = await startProxy(provider.providerSwitch.url)
  await using _fixture = fixture
  const env = { DATABASE_URL: database.url, NATS_URL: bus.url, CLOUD_API_URL: cloud.url }
  const system = await fixture.freshSystem(env)
  await using webhook = await listen(system)
  await using receiver = await startProxy(webhook.receiver.url)
  await system.ok('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url: `${receiver.url}/hook` } })
  const number = await connectCloudNumber(system, provider)
  const load = startLoad(system, { perSecond: 10, firstPhone: 45_000, body: { number } })
  const took = await silenceEach(fixture, load, { database, broker: bus, provider: cloud, receiver })
  const sent = await load.stop()
  const accepted = sent.map(({ id }) => id)
  const witnesses = { accepted, receivers: [webhook], provider: provider.simulator.url }
  const broken = await brokenInvariants(fixture, system, witnesses)
  const times = Object.entries(took).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`)
  return all(`${sent.length} accepted; back after ${times.join(', ')}; ${invariantText(broken)}`, {
    'nothing lost or doubled': broken.length === 0,
    [`each back within ${recoveredWithinMs / 1000} s`]: Object.values(took).every((ms) => ms <= recoveredWithinMs),
  })
}

/**
 * Silences each connection in turn, and waits until `readAgain` messages accepted since then have been read. Returns how many milliseconds
 * each took.
 */
async function silenceEach(fixture: ProofFixture, load: Load, ways: Ways): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  for (const [name, way] of Object.entries(ways)) {
    await until(() => load.sent.length > 0 && way.connections() > 0, { describe: `a connection to the ${name}` })
    way.silence()
    const begun = performance.now()
    const before = load.sent.length
    // Doesn't wait for all messages. One may have reached the silent provider, in which case its outcome rightly stays unknown.
    const areRead = async () => {
      const ids = load.sent.slice(before).map(({ id }) => id)
      const text = `select 1 from messaging.message where id = any($1) and status = 'read'`
      return (await fixture.rows(text, [ids])).length >= readAgain
    }
    await until(areRead, { timeoutMs: 120_000, describe: `messages to be read after the silent ${name}` })
    took[name] = performance.now() - begun
    await pause(1_000)
  }
  return took
}
