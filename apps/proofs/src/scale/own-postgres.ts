import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningPostgres, startPostgres } from '@posthorn/embedded'

/** A separate Postgres that can be stopped and resumed on the same address. */
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

  /** The process id, or 0 while this Postgres is stopped. */
  get pid(): number {
    return this.#running?.pid ?? 0
  }

  /** Returns a Postgres that is not started: its folder is empty, for a new database or for the copy of another. */
  static async #withoutData(): Promise<OwnPostgres> {
    const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-postgres-'))
    // Postgres also needs access. If we are root, it runs as another user.
    chmodSync(dataDir, 0o711)
    return new OwnPostgres(dataDir, await freePort())
  }

  static async start(): Promise<OwnPostgres> {
    const postgres = await OwnPostgres.#withoutData()
    await postgres.resume()
    return postgres
  }

  /** Starts a standby. From then on, commits wait until they are on the standby's disk. */
  async addStandby(): Promise<OwnPostgres> {
    // Copies the data while the server is stopped, because the embedded Postgres has no tool to copy a running server.
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

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = undefined
  }

  /** Kills it without letting it write anything more to disk. */
  async kill(): Promise<void> {
    await this.#running?.stop('immediate')
    this.#running = undefined
  }

  /** Starts on the same port and data again. `settings`: configuration parameters for this start. */
  async resume(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#running = await startPostgres({ dataDir: this.#dataDir, port: this.#port, settings })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
