import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type RunningNats, startNats } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { type ConsumerInfo, connect, type StreamInfo } from 'nats'

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

  /** Restarts it on the same address. If `wiped`, it has lost all data. */
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

/** Three NATS servers that each have a copy of every stream. Each can be killed and started again. */
export class OwnCluster implements AsyncDisposable {
  readonly #folder: string
  readonly #members: ReadonlyMap<string, OwnBroker>
  /** All addresses, comma-separated. */
  readonly url: string

  private constructor(folder: string, members: ReadonlyMap<string, OwnBroker>) {
    this.#folder = folder
    this.#members = members
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

  get names(): string[] {
    return [...names]
  }

  /** Returns a server of the cluster by its name. */
  #member(name: string): OwnBroker {
    const member = this.#members.get(name)
    if (member === undefined) throw new Error(`the cluster has no server ${name}`)
    return member
  }

  kill(name: string): Promise<void> {
    return this.#member(name).kill()
  }

  resume(name: string): Promise<void> {
    return this.#member(name).resume()
  }

  /** Returns the state of the services' stream and its consumers, or undefined if there is no stream or leader. */
  async #ask(): Promise<{ stream: StreamInfo; consumers: ConsumerInfo[] } | undefined> {
    const nc = await connect({ servers: this.url.replaceAll('nats://', '').split(','), timeout: 5_000 })
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

  /** Waits until every server has a complete copy of the stream and its consumers. */
  async whole(): Promise<StreamInfo> {
    let whole: StreamInfo | undefined
    const isWhole = async () => {
      await pause(lookEveryMs)
      const found = await this.#ask()
      whole = found !== undefined && [found.stream, ...found.consumers].every(isOnAll) ? found.stream : undefined
      return whole !== undefined
    }
    await until(isWhole, { timeoutMs: 120_000, describe: 'every server of the cluster to hold the stream' })
    if (whole === undefined) throw new Error('the stream has no description')
    return whole
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.names.map((name) => this.kill(name)))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns whether both of the leader's followers are up to date. */
function isOnAll({ cluster }: StreamInfo | ConsumerInfo): boolean {
  const { leader, replicas = [] } = cluster ?? {}
  return leader !== undefined && replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline)
}
