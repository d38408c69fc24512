import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningPostgres, startPostgres } from '@posthorn/embedded'

/** A Postgres of the proof's own, that can be away for as long as it likes. Its address stays. */
export class OwnPostgres implements AsyncDisposable {
  readonly url: string
  readonly #dataDir: string
  readonly #port: number
  #running: RunningPostgres | undefined

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir
    this.#port = port
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  get pid(): number {
    return this.#running?.pid ?? 0
  }

  static async #withoutData(): Promise<OwnPostgres> {
    const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-postgres-'))
    // Also another user, as whom it may run, can enter.
    chmodSync(dataDir, 0o711)
    return new OwnPostgres(dataDir, await freePort())
  }

  /** Starts one with empty data. */
  static async start(): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.#withoutData()
    await postgres.resume()
    return postgres
  }

  /** Starts another one as the standby of this, which from then on answers a commit only once its standby has it on the disk. */
  async addStandby(): Promise<OwnPostgres> {
    // Copied at rest: the programs for a copy of a running server do not come with the embedded one.
    await this.stop()
    const standby = await OwnPostgres.#withoutData()
    const copy = join(standby.#dataDir, 'cluster')
    mkdirSync(copy, { mode: 0o700 })
    cpSync(join(this.#dataDir, 'cluster'), copy, { recursive: true })
    writeFileSync(join(copy, 'standby.signal'), '')
    await this.resume({ synchronous_standby_names: '*' })
    await standby.resume({ primary_conninfo: `host=127.0.0.1 port=${this.#port} user=postgres` })
    return standby
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Ends it as a fault would: nothing is written to the disk any more. */
  async kill(): Promise<void> {
    await this.#running?.stop('immediate')
    this.#running = undefined
  }

  /** Starts it again on the same address and data. */
  async resume(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#running = await startPostgres({ dataDir: this.#dataDir, port: this.#port, settings })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
