import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type RunningNats, startNats } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { connect, type StreamInfo } from 'nats'

/** Each look is a connection of its own. */
const lookEveryMs = 250

type Member = { name: string; port: number; clusterPort: number; running: RunningNats | undefined }

/** Three servers of NATS that form a cluster, of the proof's own. */
export class OwnCluster implements AsyncDisposable {
  readonly #folder: string
  readonly #members: readonly Member[]
  /** All addresses, comma separated, as services take them. */
  readonly url: string

  private constructor(folder: string, members: readonly Member[]) {
    this.#folder = folder
    this.#members = members
    this.url = members.map(({ port }) => `nats://127.0.0.1:${port}`).join(',')
  }

  /** Starts the cluster with empty data. */
  static async start(): Promise<OwnCluster> {
    const members: Member[] = []
    for (const name of ['one', 'two', 'three'])
      members.push({ name, port: await freePort(), clusterPort: await freePort(), running: undefined })
    const cluster = new OwnCluster(mkdtempSync(join(tmpdir(), 'posthorn-cluster-')), members)
    await Promise.all(members.map(({ name }) => cluster.resume(name)))
    return cluster
  }

  get names(): string[] {
    return this.#members.map(({ name }) => name)
  }

  #member(wanted: string): Member {
    const member = this.#members.find(({ name }) => name === wanted)
    if (member === undefined) throw new Error(`the cluster has no server ${wanted}`)
    return member
  }

  /** Ends a server as a fault would. */
  async kill(name: string): Promise<void> {
    const member = this.#member(name)
    member.running?.kill()
    await member.running?.exited
    await member.running?.stop()
    member.running = undefined
  }

  /** Starts a server again, on the same addresses and data. */
  async resume(name: string): Promise<void> {
    const member = this.#member(name)
    const routes = this.#members.map(({ clusterPort }) => `"nats://127.0.0.1:${clusterPort}"`).join(', ')
    const configuration = `cluster { name: posthorn, listen: "127.0.0.1:${member.clusterPort}", routes: [${routes}] }`
    const dataDir = join(this.#folder, name)
    member.running = await startNats({ dataDir, port: member.port, serverName: name, configuration })
  }

  /** Describes the stream of the services; undefined while there is none, or nobody leads it. */
  async stream(): Promise<StreamInfo | undefined> {
    const nc = await connect({ servers: this.url.replaceAll('nats://', '').split(','), timeout: 5_000 })
    try {
      const { streams } = await nc.jetstreamManager({ timeout: 5_000 })
      for await (const info of streams.list()) if (info.cluster?.leader !== undefined) return info
      return undefined
    } catch {
      return undefined
    } finally {
      await nc.close()
    }
  }

  /** Waits until every server holds all of the stream. */
  async whole(): Promise<StreamInfo> {
    let whole: StreamInfo | undefined
    const isWhole = async () => {
      await pause(lookEveryMs)
      const info = await this.stream()
      const { replicas = [] } = info?.cluster ?? {}
      whole = replicas.length === 2 && replicas.every(({ current, offline }) => current && !offline) ? info : undefined
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
