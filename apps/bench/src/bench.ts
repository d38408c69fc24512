import { RunningSystem, type SystemOptions } from '@posthorn/testkit/system'
import type { Measured } from './measurement.ts'
import type { Curve } from './plots.ts'

/** No limit on requests is in the way of what is measured. */
const unlimited = {
  RATE_LIMIT_KEY_PER_SECOND: '1000000',
  RATE_LIMIT_KEY_BURST: '1000000',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '1000000',
  RATE_LIMIT_WORKSPACE_BURST: '1000000',
  IN_FLIGHT_KEY_MAX: '100000',
  IN_FLIGHT_WORKSPACE_MAX: '100000',
  LOAD_TARGET_MS: '60000',
  QUEUE_SIZE_MAX: '10000000',
  LOG_LEVEL: 'error',
}

/** The result of a scenario: its measurements, and curves that are worth a picture. */
export type Outcome = { measurements: Measured[]; curves?: Curve[] }

/** Something that is measured: its own system, its own baselines, in rounds that take turns. */
export type Scenario = {
  /** Its name on the command line: `pnpm bench <name>`. */
  name: string
  /** Its subject, in a line. */
  measures: string
  run(bench: Bench): Promise<Outcome>
}

/** The tools of scenarios. */
export class Bench {
  /** Prints its progress. */
  readonly say: (line: string) => void
  readonly isQuick: boolean
  /** Rows of an import or a large table, where someone asked for a number. */
  readonly rows: number | undefined
  readonly #running = new Set<Promise<RunningSystem>>()

  constructor(opts: { say: (line: string) => void; isQuick: boolean; rows: number | undefined }) {
    this.say = opts.say
    this.isQuick = opts.isQuick
    this.rows = opts.rows
  }

  /** One size for a quick look, another for figures to rely on. */
  size(quick: number, full: number): number {
    return this.isQuick ? quick : full
  }

  /** A whole system with empty data, for as long as `work` takes; each service a process of its own by default. */
  async withSystem<T>(
    work: (system: RunningSystem) => Promise<T>,
    opts: { split?: boolean; env?: Record<string, string> } = {},
  ): Promise<T> {
    return this.withSystemAs({ split: opts.split ?? true, env: { ...unlimited, ...opts.env } }, work)
  }

  /** A system with just these settings, for as long as `work` takes. */
  async withSystemAs<T>(opts: SystemOptions, work: (system: RunningSystem) => Promise<T>): Promise<T> {
    const starting = RunningSystem.start(opts)
    this.#running.add(starting)
    try {
      return await work(await starting)
    } finally {
      // Interrupted: the process ends with its systems, and measures and records nothing more until then.
      if (!this.#running.delete(starting)) await new Promise(() => {})
      await (await starting).remove()
    }
  }

  /** Ends what runs, and removes its data. */
  async end(): Promise<void> {
    const running = [...this.#running]
    this.#running.clear()
    await Promise.allSettled(running.map(async (starting) => (await starting).remove()))
  }
}
