import { randomInt } from 'node:crypto'
import type { ServiceName } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { databaseUrlOf, RunningSystem, rowsAt, unlimited } from '@posthorn/testkit/system'

/** Disables request limits and shortens waits. The proofs don't depend on either. */
const shortWaits = {
  ...unlimited,
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

/** The fixture of proofs: the whole system with separate processes, on a real Postgres and NATS. */
export class ProofFixture {
  readonly say: (line: string) => void
  /** Minutes of load with faults. */
  readonly soakMinutes: number
  /** Tag or commit of the previous release; absent: the current version, upgraded to one with fictional migrations. */
  readonly earlierRelease: string | undefined
  /** Path of a PgBouncer; absent: not installed. */
  readonly pgbouncer: string | undefined
  /** Seed of randomized checks. */
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

  /** Aborted when the check is late: its body ends at its next repetition. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  /** A system with these settings; reuses the running one if it has the same. */
  async system(env: Record<string, string> = {}): Promise<RunningSystem> {
    const wanted = JSON.stringify(env)
    if (this.#running?.env === wanted) return this.#running.system
    return this.freshSystem(env)
  }

  /** A system with empty data; `repository`: another version of the code. */
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

  /** Rows of all workspaces, as the database administrator: of the shared database, or of this service's. */
  async rows<T extends object>(text: string, values: unknown[] = [], service?: ServiceName): Promise<T[]> {
    return rowsAt<T>(databaseUrlOf(systemOf(this.#running), service), text, values)
  }

  /** Rows of a query for each of these services, run once per database. */
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

  /** Returns the administrator's URL of the system's database; starts a system if none runs. */
  async databaseUrl(): Promise<string> {
    if (this.#running === undefined) await this.system()
    return databaseUrlOf(systemOf(this.#running))
  }

  /** Sends a signal to a part of the system and returns its process id. */
  signal(part: string, signal: NodeJS.Signals): number {
    const pid = this.#running?.system.run.processes[part]?.pid
    if (pid === undefined) throw new Error(`no process ${part}`)
    process.kill(pid, signal)
    return pid
  }

  /** Kills a part and waits until a new process has replaced it. */
  async killAndWait(part: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const killed = this.signal(part, signal)
    const system = this.#running?.system
    await until(() => system?.run.processes[part]?.pid !== killed, {
      timeoutMs: 120_000,
      describe: `${part} to run again`,
    })
  }

  /** Stops the system permanently: a late check gets no other one. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the check took too long'))
    await this.end()
  }

  /** Stops the system, even during its start, and removes its data. */
  async end(): Promise<void> {
    const starting = this.#starting
    this.#starting = undefined
    this.#running = undefined
    // A system that failed to start has removed itself.
    await (await starting?.catch(() => undefined))?.remove()
  }
}

function systemOf(running: Running | undefined): RunningSystem {
  if (running === undefined) throw new Error('no system runs')
  return running.system
}
