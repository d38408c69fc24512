import { randomInt } from 'node:crypto'
import type { ServiceName } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { databaseUrlOf, RunningSystem, rowsAt } from '@posthorn/testkit/system'

/** Limits on requests out of the way, and waits short enough for a proof; what is proven does not depend on either. */
const shortWaits = {
  RATE_LIMIT_KEY_PER_SECOND: '100000',
  RATE_LIMIT_KEY_BURST: '100000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
  RATE_LIMIT_WORKSPACE_BURST: '100000',
  RATE_LIMIT_REFUSED_BURST: '100000',
  IN_FLIGHT_KEY_MAX: '100000',
  IN_FLIGHT_WORKSPACE_MAX: '100000',
  RETRY_SCALE: '0.002',
  LEASE_SECONDS: '5',
  UNKNOWN_HOLD_SECONDS: '15',
}

type FixtureOptions = {
  soakMinutes?: number
  earlierRelease?: string | undefined
  pgbouncer?: string | undefined
  seed?: number | undefined
}
type Running = { system: RunningSystem; env: string }

/** The fixture of proofs: the whole system, each service as a process of its own, on a real Postgres and NATS. */
export class ProofFixture {
  readonly say: (line: string) => void
  /** Minutes of the load with faults. */
  readonly soakMinutes: number
  /** Tag or commit of the previous release; absent: the present version, which is upgraded to one with artificial migrations. */
  readonly earlierRelease: string | undefined
  /** Path of a PgBouncer; absent: none is here. */
  readonly pgbouncer: string | undefined
  /** Seed of the checks that choose by chance. */
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

  /** Aborted when the check that has this fixture is late: its body ends where it repeats something. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  /** The system, started with these settings beside short waits; the one that runs is taken when it has the same. */
  async system(env: Record<string, string> = {}): Promise<RunningSystem> {
    const wanted = JSON.stringify(env)
    if (this.#running?.env === wanted) return this.#running.system
    return this.freshSystem(env)
  }

  /** A system with empty data; `repository`: of another version of the code than this. */
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

  /** Rows of all workspaces, as the administrator of the database sees them: the common one, or that of this service. */
  async rows<T extends object>(text: string, values: unknown[] = [], service?: ServiceName): Promise<T[]> {
    return rowsAt<T>(databaseUrlOf(systemOf(this.#running), service), text, values)
  }

  /** Rows of a query for each of these services, asked once of each database. */
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

  /** Returns the address of the system's database for its administrator; starts a system where none runs. */
  async databaseUrl(): Promise<string> {
    if (this.#running === undefined) await this.system()
    return databaseUrlOf(systemOf(this.#running))
  }

  /** Sends a signal to a part of the system and answers its process id. */
  signal(part: string, signal: NodeJS.Signals): number {
    const pid = this.#running?.system.run.processes[part]?.pid
    if (pid === undefined) throw new Error(`no process ${part}`)
    process.kill(pid, signal)
    return pid
  }

  /** Kills a part on the spot and waits until another process has taken its place. */
  async killAndWait(part: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const killed = this.signal(part, signal)
    const system = this.#running?.system
    await until(() => system?.run.processes[part]?.pid !== killed, {
      timeoutMs: 120_000,
      describe: `${part} to run again`,
    })
  }

  /** Ends what runs, for good: the body of a late check gets no other system. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the check took too long'))
    await this.end()
  }

  /** Ends what runs or starts, and removes its data. */
  async end(): Promise<void> {
    const starting = this.#starting
    this.#starting = undefined
    this.#running = undefined
    // A system that cannot start has removed itself.
    await (await starting?.catch(() => undefined))?.remove()
  }
}

function systemOf(running: Running | undefined): RunningSystem {
  if (running === undefined) throw new Error('no system runs')
  return running.system
}
