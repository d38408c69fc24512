import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningNats, startNats } from '@posthorn/embedded'

type Start = {
  /** Same as `startNats`. */
  reservableBytesMax?: number
  /** An existing folder. */
  dataDir?: string
  /** Name and configuration that survive restarts, needed for clusters. */
  member?: { serverName: string; configuration: string }
}

/** A separate NATS that can be stopped for any time. Its address stays. */
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

  /** Starts one with empty data. */
  static async start(opts: Start = {}): Promise<OwnBroker> {
    const dataDir = opts.dataDir ?? mkdtempSync(join(tmpdir(), 'posthorn-broker-'))
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o711)
    const broker = new OwnBroker(dataDir, await freePort(), opts.member)
    await broker.resume(opts)
    return broker
  }

  /** Starts it again on the same address; `wiped` has lost everything. */
  async resume(opts: { wiped?: boolean; reservableBytesMax?: number } = {}): Promise<void> {
    if (opts.wiped) rmSync(this.#dataDir, { recursive: true, force: true })
    const { reservableBytesMax } = opts
    const limit = reservableBytesMax === undefined ? {} : { reservableBytesMax }
    this.#running = await startNats({ dataDir: this.#dataDir, port: this.#port, ...limit, ...this.#member })
  }

  /** Kills it. */
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
