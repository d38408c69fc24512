import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningNats, startNats } from '@posthorn/embedded'

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
