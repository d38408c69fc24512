import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type RunningNats, startNats } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { type ConsumerInfo, connect, type JetStreamManager, type StreamInfo } from 'nats'
import { brokenInvariants, invariantText, startLoad } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** B6: the broker loses all data, three times, under load. */
export async function wipedUnderLoad(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 43_000 })
  const wipes = 3
  for (let wipe = 0; wipe < wipes; wipe++) {
    await pause(5_000)
    await broker.kill()
    await broker.resume({ wiped: true })
  }
  await pause(5_000)
  const sent = await load.stop()
  const accepted = sent.map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  return all(`${wipes} times wiped, ${sent.length} accepted, ${invariantText(broken)}`, {
    'nothing lost or doubled': broken.length === 0,
  })
}

/** B7: messages are deleted from the stream, and the stream is purged, while the event log is paused. */
export async function deletedAndPurged(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 44_000 })
  await pause(3_000)
  fixture.signal('webhooks', 'SIGSTOP')
  await pause(3_000)
  const deleted = await onEachStream(broker.url, deleteEachFifth)
  await pause(3_000)
  const purged = await onEachStream(broker.url, async ({ streams }, name) => (await streams.purge(name)).purged)
  fixture.signal('webhooks', 'SIGCONT')
  await pause(3_000)
  const sent = await load.stop()
  const accepted = sent.map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  const measured = `${deleted} messages deleted, ${purged} purged, ${sent.length} accepted, ${invariantText(broken)}`
  return all(measured, {
    'something was lost': deleted > 0 && purged > 0,
    'nothing lost or doubled': broken.length === 0,
  })
}

/** Runs `work` on each stream, as an operator could, and returns the sum of its results. */
export async function onEachStream(
  url: string,
  work: (jsm: JetStreamManager, stream: string) => Promise<number>,
): Promise<number> {
  const nc = await connect({ servers: url })
  try {
    const jsm = await nc.jetstreamManager()
    let sum = 0
    for await (const { config } of jsm.streams.list()) sum += await work(jsm, config.name)
    return sum
  } finally {
    await nc.close()
  }
}

/** Deletes each fifth message of a stream, so that the broker has lost some and kept others. Returns how many it deleted. */
async function deleteEachFifth({ streams }: JetStreamManager, name: string): Promise<number> {
  const { first_seq: first, last_seq: last } = (await streams.info(name)).state
  let deleted = 0
  for (let seq = first; seq <= last; seq += 5)
    if (await streams.deleteMessage(name, seq).catch(() => false)) deleted += 1
  return deleted
}

type Start = {
  /** Same as for `startNats`. */
  reservableBytesMax?: number
  /** An existing folder. */
  dataDir?: string
  /** Server name and configuration, kept across restarts. Needed for clusters. */
  member?: { serverName: string; configuration: string }
}

/** A separate NATS that can be stopped and resumed on the same address. */
export class OwnBroker implements AsyncDisposable {
  readonly url: string
  readonly #dataDir: string
  readonly #port: number
  readonly #member: Start['member']
  #running: RunningNats | undefined

  private constructor(dataDir: string, port: number, member: Start['member']) {
    this.#dataDir = dataDir
    this.#port = port
    this.#member = member
    this.url = `nats://127.0.0.1:${port}`
  }

  /** Starts NATS on a free port. Its data is in a new folder, unless a check gives one, such as a small disk. */
  static async start(opts: Start = {}): Promise<OwnBroker> {
    const dataDir = opts.dataDir ?? mkdtempSync(join(tmpdir(), 'posthorn-broker-'))
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o711)
    const broker = new OwnBroker(dataDir, await freePort(), opts.member)
    await broker.resume(opts)
    return broker
  }

  /** Starts it, or starts it again, always on the same address. If `wiped`, it has lost all data. */
  async resume(opts: { wiped?: boolean; reservableBytesMax?: number } = {}): Promise<void> {
    if (opts.wiped) rmSync(this.#dataDir, { recursive: true, force: true })
    const { reservableBytesMax } = opts
    const limit = reservableBytesMax === undefined ? {} : { reservableBytesMax }
    this.#running = await startNats({ dataDir: this.#dataDir, port: this.#port, ...limit, ...this.#member })
  }

  /** Kills NATS without letting it finish anything, and waits until it has ended. */
  async kill(): Promise<void> {
    this.#running?.kill()
    await this.#running?.exited
    await this.#running?.stop()
    this.#running = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.stop()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

/** How often to check the cluster. Each check uses a new connection. */
const lookEveryMs = 250

const names = ['one', 'two', 'three'] as const

/** Three NATS servers, by name, that each have a copy of every stream. Each can be killed and started again. */
export class OwnCluster implements AsyncDisposable {
  readonly #folder: string
  readonly members: ReadonlyMap<string, OwnBroker>
  /** All addresses, comma-separated. */
  readonly url: string

  private constructor(folder: string, members: ReadonlyMap<string, OwnBroker>) {
    this.#folder = folder
    this.members = members
    this.url = [...members.values()].map(({ url }) => url).join(',')
  }

  /** Starts three servers at once. Each knows the addresses of all, because a cluster forms only once most of its servers are there. */
  static async start(): Promise<OwnCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-cluster-'))
    const addresses: string[] = []
    for (const _ of names) addresses.push(`127.0.0.1:${await freePort()}`)
    const routes = addresses.map((address) => `"nats://${address}"`).join(', ')
    const started = names.map(async (name, i) => {
      const configuration = `cluster { name: posthorn, listen: "${addresses[i]}", routes: [${routes}] }`
      const member = { serverName: name, configuration }
      return [name, await OwnBroker.start({ dataDir: join(folder, name), member })] as const
    })
    return new OwnCluster(folder, new Map(await Promise.all(started)))
  }

  /** Returns the state of the services' stream and its consumers, or undefined if there is no stream or leader. */
  async #ask(): Promise<{ stream: StreamInfo; consumers: ConsumerInfo[] } | undefined> {
    const nc = await connect({ servers: this.url.split(','), timeout: 5_000 })
    try {
      const { streams, consumers } = await nc.jetstreamManager({ timeout: 5_000 })
      const [stream] = await streams.list().next()
      if (stream?.cluster?.leader === undefined) return undefined
      return { stream, consumers: await consumers.list(stream.config.name).next() }
    } catch {
      return undefined
    } finally {
      await nc.close()
    }
  }

  /** Waits until every server has a complete copy of the stream and its consumers, so that the loss of any one loses nothing. */
  async whole(): Promise<StreamInfo> {
    const find = async () => {
      await pause(lookEveryMs)
      const found = await this.#ask()
      return found !== undefined && [found.stream, ...found.consumers].every(isOnAll) && found.stream
    }
    return until(find, { timeoutMs: 120_000, describe: 'every server of the cluster to hold the stream' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.members.values()].map((member) => member.kill()))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns whether both of the leader's followers are up to date. */
function isOnAll({ cluster }: StreamInfo | ConsumerInfo): boolean {
  const { leader, replicas = [] } = cluster ?? {}
  return leader !== undefined && replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline)
}
