import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { RunningSystem, type SystemOptions } from '@posthorn/testkit/system'
import type { Measured } from './measurement.ts'
import type { Curve } from './plots.ts'

/** A small server in a separate process, so that its CPU cost isn't counted as ours. */
export type Child = AsyncDisposable & {
  url: string
  ask<T>(question: unknown): Promise<T>
}

/** Starts a program from this folder. The first message that the program sends is its port. */
export async function startChild(program: string, env: Record<string, string> = {}): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: ['--conditions=source'],
    env: { ...process.env, ...env },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}`,
    async ask<T>(question: unknown) {
      child.send(question as object)
      const [answer] = (await once(child, 'message')) as [T]
      return answer
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Disables request limits. */
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

/** Result of a scenario: its measurements, and curves to plot. */
export type Outcome = { measurements: Measured[]; curves?: Curve[] }

/** A benchmark scenario. It starts its own system and baselines, and measures them in alternating rounds. */
export type Scenario = {
  /** Name on the command line: `pnpm bench <name>`. */
  name: string
  /** One-line description of the measurement. */
  measures: string
  run(bench: Bench): Promise<Outcome>
}

/** `repository`: the folder that contains a different version of the code. */
type BenchOptions = {
  say: (line: string) => void
  isQuick: boolean
  rows: number | undefined
  repository?: string
}

export class Bench {
  readonly say: (line: string) => void
  readonly isQuick: boolean
  /** Number of rows for imports and large tables, if given on the command line. */
  readonly rows: number | undefined
  readonly #repository: string | undefined
  readonly #running: Set<Promise<RunningSystem>>

  constructor(opts: BenchOptions, running = new Set<Promise<RunningSystem>>()) {
    this.say = opts.say
    this.isQuick = opts.isQuick
    this.rows = opts.rows
    this.#repository = opts.repository
    this.#running = running
  }

  /** Returns the same bench for another version of the code. */
  of(repository: string): Bench {
    return new Bench({ say: this.say, isQuick: this.isQuick, rows: this.rows, repository }, this.#running)
  }

  /** Returns `quick` for a quick look, `full` for reliable values. */
  size(quick: number, full: number): number {
    return this.isQuick ? quick : full
  }

  /** Runs `work` with a complete system that starts without data. By default, its services run in separate processes. */
  async withSystem<T>(
    work: (system: RunningSystem) => Promise<T>,
    opts: { split?: boolean; env?: Record<string, string> } = {},
  ): Promise<T> {
    return this.withSystemAs({ split: opts.split ?? true, env: { ...unlimited, ...opts.env } }, work)
  }

  /** Runs `work` with a system that uses only these settings. */
  async withSystemAs<T>(opts: SystemOptions, work: (system: RunningSystem) => Promise<T>): Promise<T> {
    const repository = this.#repository
    const starting = RunningSystem.start({ ...opts, ...(repository === undefined ? {} : { repository }) })
    this.#running.add(starting)
    try {
      return await work(await starting)
    } finally {
      // After an interruption, `end` removes the systems and the process exits. Wait for that, so that nothing else is measured or
      // recorded.
      if (!this.#running.delete(starting)) await new Promise(() => {})
      await (await starting).remove()
    }
  }

  /** Stops the running systems and removes their data. */
  async end(): Promise<void> {
    const running = [...this.#running]
    this.#running.clear()
    await Promise.allSettled(running.map(async (starting) => (await starting).remove()))
  }
}
