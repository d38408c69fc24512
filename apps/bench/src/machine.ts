import { chmodSync, closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { onceOrAtExit } from '@posthorn/testkit'
import { cpuSecondsOf, idleSeconds } from '@posthorn/testkit/system'
import { Pool } from 'pg'
import { type Child, load, secondsOf, startChild } from './bench.ts'
import { type Machine, rounded } from './measurement.ts'

type Speeds = Pick<Machine, 'bare' | 'copy' | 'loop' | 'sync'>

/** A missed target in milliseconds or per second is judged only on machines that serve at least this many bare requests per second. */
const bareMin = 4_000
const copiedRows = 100_000
const loopSteps = 50_000_000
const syncs = 100

/**
 * Averages the calibrations before and after a scenario, because a machine does not stay equally fast. `otherCores`: how many cores other
 * programs used during it.
 */
export function machineOf(before: Speeds, after: Speeds, otherCores: number): Machine {
  const mean = (name: keyof Speeds) => rounded((before[name] + after[name]) / 2)
  const bare = [before.bare, after.bare]
  return {
    bare: mean('bare'),
    copy: mean('copy'),
    loop: mean('loop'),
    sync: mean('sync'),
    drift: rounded(Math.max(...bare) / Math.min(...bare)),
    others: rounded(otherCores),
    isSlow: Math.min(...bare) < bareMin,
  }
}

/** Returns the machine's speeds as one line for the terminal. */
export const speedText = ({ bare, copy, loop, sync }: Speeds): string =>
  `${Math.round(bare)} requests to bare Express with an INSERT, ${Math.round(copy)} rows of COPY, ${Math.round(loop)} M steps and ${Math.round(sync)} syncs per second`

/** Starts counting. The returned function returns how many cores other programs, without this one and its children, used since then. */
export function countOthers(): () => number {
  const own = () => cpuSecondsOf([process.pid])
  const [ownBefore, idleBefore, begun] = [own(), idleSeconds(), performance.now()]
  return () => {
    const seconds = (performance.now() - begun) / 1_000
    const others = availableParallelism() * seconds - (idleSeconds() - idleBefore) - (own() - ownBefore)
    // Linux counts CPU time in steps, so an idle machine may seem to use less than nothing.
    return Math.max(0, others / seconds)
  }
}

/** Measures the machine without our code. Uses its own Postgres and server, which are idle between calibrations. */
export class Calibrator implements AsyncDisposable {
  readonly #folder: string
  readonly #removeFolder: () => void
  readonly #postgres: RunningPostgres
  readonly #pool: Pool
  readonly #bare: Child

  private constructor(parts: { folder: string; postgres: RunningPostgres; pool: Pool; bare: Child }) {
    this.#folder = parts.folder
    this.#removeFolder = onceOrAtExit(() => rmSync(parts.folder, { recursive: true, force: true }))
    this.#postgres = parts.postgres
    this.#pool = parts.pool
    this.#bare = parts.bare
  }

  /** Starts a Postgres and a bare server for calibrations. Everyone may write to the folder, because Postgres may run as another user. */
  static async start(): Promise<Calibrator> {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-calibration-'))
    chmodSync(folder, 0o777)
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
    const pool = new Pool({ connectionString: postgres.url, max: 1 })
    // Postgres may stop before a closed connection is gone. Without a listener, that would end the benchmark.
    pool.on('error', () => {})
    const rows = `select i::bigint, md5(i::text) from generate_series(1, ${copiedRows}) i`
    await pool.query(`copy (${rows}) to '${join(folder, 'rows')}' (format binary)`)
    const bare = await startChild('bare-server.ts', { DATABASE_URL: postgres.url })
    const calibrator = new Calibrator({ folder, postgres, pool, bare })
    // Warm up: code that isn't optimized yet serves half as many requests.
    await calibrator.measure(5)
    return calibrator
  }

  /** Measures what services depend on, one after another: bare requests, COPY of rows, pure computing and writes that reach the disk. */
  async measure(bareSeconds: number): Promise<Speeds> {
    const { perSecond: bare } = await load(`${this.#bare.url}/messages`, { seconds: bareSeconds })
    return { bare, copy: await this.#copy(), loop: await loop(), sync: await this.#sync() }
  }

  /** Returns how many rows COPY writes per second into a new table: the most that Postgres can store on this machine. */
  async #copy(): Promise<number> {
    await this.#pool.query('create table copied (id bigint primary key, text text)')
    const copy = () => this.#pool.query(`copy copied from '${join(this.#folder, 'rows')}' (format binary)`)
    const seconds = await secondsOf(copy)
    await this.#pool.query('drop table copied')
    return copiedRows / seconds
  }

  /** Returns how many blocks of 8 kB, the page size of Postgres, can be written and flushed to disk per second, as commits do. */
  async #sync(): Promise<number> {
    const file = openSync(join(this.#folder, 'synced'), 'w')
    const block = Buffer.alloc(8_192, 1)
    const seconds = await secondsOf(async () => {
      for (let i = 0; i < syncs; i++) {
        writeSync(file, block)
        fdatasyncSync(file)
      }
    })
    closeSync(file)
    return syncs / seconds
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bare[Symbol.asyncDispose]()
    await this.#pool.end()
    await this.#postgres.stop()
    this.#removeFolder()
  }
}

/** Returns how many million steps of plain computing one core does per second. Checks the result, so that V8 cannot leave the loop out. */
async function loop(): Promise<number> {
  let state = 1
  const seconds = await secondsOf(async () => {
    for (let i = 0; i < loopSteps; i++) state = (state * 1_103_515_245 + 12_345) | 0
  })
  if (Number.isNaN(state)) throw new Error('the loop has no result')
  return loopSteps / seconds / 1e6
}
