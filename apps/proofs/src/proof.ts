import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@posthorn/contracts'
import { databaseUrlOf, RunningSystem, rowsAt, unlimited } from '@posthorn/testkit/system'

/** The result of a proof: whether the promise held, and the measured values. */
export type Outcome = { passed: boolean; measured: string }

export type TestReference = readonly [file: string, name: string]

/** One of the design's acceptance checks, proven by a program on the running system, by named tests, or by both. */
export type Check = {
  /** Id such as `A1`. A broken twin, which the check must catch, is `A-twin`. */
  id: string
  promise: string
  expected: string
  run?: (fixture: ProofFixture) => Promise<Outcome>
  /** Set if the check takes only seconds with default settings. Every test run includes it. */
  fast?: true
  /** Set if the check mostly waits and doesn't measure CPU, rates or times. Such checks run in parallel, each on its own system. */
  waits?: true
  /** Set if the check runs a load for minutes. Its time limit is longer by `SOAK_MINUTES`. */
  soaks?: true
  /** Environment variable with the path of a program outside the repository. Without it, the check is skipped. */
  needs?: 'PGBOUNCER'
  tests?: readonly TestReference[]
}

/** A group of checks. `name` selects it, as in `pnpm prove webhooks`. */
export type Group = { name: string; title: string; checks: readonly Check[] }

type Checks = Readonly<Record<string, Omit<Check, 'id' | 'tests'> & { tests?: Readonly<Record<string, string[]>> }>>

/** Returns a group of these checks. As keys, ids and files of tests cannot be given twice. */
export const groupOf = (name: string, title: string, checks: Checks): Group => ({
  name,
  title,
  checks: Object.entries(checks).map(([id, { tests, ...check }]) => ({
    id,
    ...check,
    ...(tests && {
      tests: Object.entries(tests).flatMap(([file, names]) => names.map((test) => [file, test] as const)),
    }),
  })),
})

/** A check and its result: one line of the report. */
export type Proof = Pick<Check, 'id' | 'promise' | 'expected'> & {
  measured: string
  passed: boolean
  /** ISO 8601. */
  date: string
  /** Short hash of the tested commit. */
  commit: string
  /** Duration in seconds; absent if an earlier run didn't record it. */
  seconds?: number
}

/** Combines several conditions: passes if all hold, and otherwise names those that failed, so that the page says what broke. */
export function all(measured: string, holds: Readonly<Record<string, boolean>>): Outcome {
  const broken = Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [what]))
  return {
    passed: broken.length === 0,
    measured: broken.length === 0 ? measured : `${measured}; NOT: ${broken.join('; ')}`,
  }
}

/** Disables request limits and shortens waits, to save time. Checks that are about one of these override it. */
const shortWaits = { ...unlimited, RETRY_SCALE: '0.002', LEASE_SECONDS: '5', UNKNOWN_HOLD_SECONDS: '15' }

/** See the fields of `ProofFixture`. By default, each run has a new seed. */
export type FixtureOptions = {
  soakMinutes?: number | undefined
  earlierRelease?: string | undefined
  pgbouncer?: string | undefined
  seed?: number | undefined
}
type Running = { system: RunningSystem; env: string }

/** The proofs' fixture: the complete system in separate processes, on real Postgres and NATS. */
export class ProofFixture implements AsyncDisposable {
  readonly say: (line: string) => void
  readonly soakMinutes: number
  /** Tag or commit of the previous release. If absent, the current version is upgraded to one with fictional migrations. */
  readonly earlierRelease: string | undefined
  /** Path of a PgBouncer; absent if none is installed. */
  readonly pgbouncer: string | undefined
  readonly seed: number
  readonly #stop = new AbortController()
  #running: Running | undefined
  #starting: Promise<RunningSystem> | undefined

  constructor(say: (line: string) => void, opts: FixtureOptions = {}) {
    this.say = say
    this.soakMinutes = opts.soakMinutes ?? 3
    this.earlierRelease = opts.earlierRelease
    this.pgbouncer = opts.pgbouncer
    this.seed = opts.seed ?? randomInt(1_000_000_000)
  }

  /** Aborted once the check has failed or exceeds its time limit, so that what it repeats ends. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  /** Returns a system with these settings. Reuses the running one if its settings are the same, because a start takes many seconds. */
  async system(env: Record<string, string> = {}): Promise<RunningSystem> {
    const wanted = JSON.stringify(env)
    if (this.#running?.env === wanted) return this.#running.system
    return this.freshSystem(env)
  }

  /** Ends the running system and starts one with empty data. `repository` is the path of another version of the code. */
  async freshSystem(env: Record<string, string> = {}, repository?: string): Promise<RunningSystem> {
    await this.end()
    this.stopSignal.throwIfAborted()
    const { DATA_DIR: dataDir, ...settings } = env
    const places = {
      ...(repository === undefined ? {} : { repository }),
      ...(dataDir === undefined ? {} : { dataDir }),
    }
    this.#starting = RunningSystem.start({ split: true, env: { ...shortWaits, ...settings }, ...places })
    const system = await this.#starting
    this.#running = { system, env: JSON.stringify(env) }
    return system
  }

  /** Queries rows of all workspaces as the database administrator, in the shared database or in `service`'s own database. */
  async rows<T extends object>(text: string, values: unknown[] = [], service?: ServiceName): Promise<T[]> {
    return rowsAt<T>(databaseUrlOf(systemOf(this.#running), service), text, values)
  }

  /** Counts rows. `from`: a table, with conditions if needed, such as `webhooks.event where sequence > $1`. */
  async count(from: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.rows<{ count: number }>(`select count(*)::int as count from ${from}`, values)
    return row?.count ?? 0
  }

  /**
   * Runs a query for each of these services, in one combined query per database. Most systems have one database for all services, but some
   * checks give a service another one.
   */
  async rowsOfEach<T extends object>(queries: Partial<Record<ServiceName, string>>): Promise<T[]> {
    const system = systemOf(this.#running)
    const byUrl = new Map<string, string[]>()
    for (const [service, query] of Object.entries(queries)) {
      const url = databaseUrlOf(system, service as ServiceName)
      byUrl.set(url, [...(byUrl.get(url) ?? []), query])
    }
    const asked = [...byUrl].map(([url, texts]) => rowsAt<T>(url, texts.join(' union all ')))
    return (await Promise.all(asked)).flat()
  }

  /** Returns the administrator's URL of the system's database. Starts a system if none is running. */
  async databaseUrl(): Promise<string> {
    if (this.#running === undefined) await this.system()
    return databaseUrlOf(systemOf(this.#running))
  }

  /** Sends a signal to a process of the system. Returns its process id. */
  signal(part: string, signal: NodeJS.Signals): number {
    return systemOf(this.#running).signal(part, signal)
  }

  /** Kills a process and waits until the launcher has started another one in its place. */
  async killAndWait(part: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await systemOf(this.#running).awaitRestart(part, this.signal(part, signal))
  }

  /** Stops a process for `ms` milliseconds, as if its machine had been suspended, and lets it continue. */
  async suspend(part: string, ms: number): Promise<void> {
    const pid = this.signal(part, 'SIGSTOP')
    await pause(ms)
    process.kill(pid, 'SIGCONT')
  }

  /** Stops the system permanently. What a late or failed check still does can't start another one. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the check is over'))
    await this.end()
  }

  /** Stops the system, even while it is starting, and removes its data. */
  async end(): Promise<void> {
    const starting = this.#starting
    this.#starting = undefined
    this.#running = undefined
    // A system that failed to start has already removed itself.
    await (await starting?.catch(() => undefined))?.remove()
  }

  /** Ends the system at the end of a check's scope, so that no later check uses it. The next check can start another one. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }
}

/** Returns whether the work succeeds, where a check expects that it may fail. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Returns the running system. Fails if the check has not started one or has ended it. */
function systemOf(running: Running | undefined): RunningSystem {
  if (running === undefined) throw new Error('no system runs')
  return running.system
}
