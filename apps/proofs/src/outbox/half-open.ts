import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '@posthorn/embedded'
import { type Proxy, startProxy, until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { type Load, startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { connectCloudNumber, startCloudProvider } from '../sending/cloud-provider.ts'
import { OwnBroker } from './broker.ts'

/** A silent connection is closed within 35 to 40 s, then replaced. A busy machine needs longer to catch up. */
const recoveredWithinMs = 60_000

/** Minimum number of messages accepted after the silence that must reach the status `read`: five seconds of load. */
const readAgain = 50

type Ways = Record<'database' | 'broker' | 'provider' | 'receiver', Proxy>

/** B15: under load, connections to the database, broker, provider and receiver go silent in turn, without closing. */
export async function halfOpenConnections(fixture: ProofFixture): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-half-open-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  try {
    await using broker = await OwnBroker.start()
    await using provider = await startCloudProvider()
    await using database = await startProxy(postgres.url)
    await using bus = await startProxy(broker.url)
    await using cloud = await startProxy(provider.providerSwitch.url)
    const env = { DATABASE_URL: database.url, NATS_URL: bus.url, CLOUD_API_URL: cloud.url }
    const system = await fixture.freshSystem(env)
    await using webhook = await listen(system)
    await using receiver = await startProxy(webhook.receiver.url)
    await system.ok('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url: `${receiver.url}/hook` } })
    const number = await connectCloudNumber(system, provider)
    const load = startLoad(system, { perSecond: 10, firstPhone: 45_000, body: { number } })
    const took = await silenceEach(fixture, load, { database, broker: bus, provider: cloud, receiver })
    const sent = await load.stop()
    const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
    const times = Object.entries(took).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`)
    return all(`${sent.length} accepted; back after ${times.join(', ')}; ${invariantText(broken)}`, {
      'nothing lost or doubled': broken.length === 0,
      [`each back within ${recoveredWithinMs / 1000} s`]: Object.values(took).every((ms) => ms <= recoveredWithinMs),
    })
  } finally {
    await fixture.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Silences each connection in turn, and waits until messages accepted since then have been read. Returns how many milliseconds each took.
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
