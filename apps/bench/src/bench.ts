import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuSecondsOf, median, RunningSystem, type SystemOptions, unlimited } from '@posthorn/testkit/system'
import autocannon from 'autocannon'
import type { Curve, Measured } from './measurement.ts'

/** CPU milliseconds per message, by process name. */
export type CpuCost = Record<string, number>

/**
 * Measures CPU use, which other programs affect less than times. The returned function returns the milliseconds per message of each process
 * of the system, and of those in `morePids` together, as `others`.
 */
export function measureCpu(system: RunningSystem, morePids: readonly number[] = []): (messages: number) => CpuCost {
  const before = secondsBy(system, morePids)
  return (messages) =>
    Object.fromEntries(
      Object.entries(secondsBy(system, morePids)).map(([name, seconds]) => [
        name,
        ((seconds - (before[name] ?? 0)) * 1_000) / messages,
      ]),
    )
}

/** Returns the CPU time of all processes together, in milliseconds per message. */
export const totalMs = (cost: CpuCost): number => Object.values(cost).reduce((sum, ms) => sum + ms, 0)

/** Returns the median of each process over several rounds, so that a disturbed round does not count. */
export function medianCost(costs: readonly CpuCost[]): CpuCost {
  const names = Object.keys(costs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(costs.map((cost) => cost[name] ?? 0))]))
}

/** Lists the processes, the most expensive first. Leaves out those that would show as 0.00. */
export function costText(cost: CpuCost): string {
  const parts = Object.entries(cost).filter(([, ms]) => ms >= 0.005)
  return parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ')
}

/** Returns each process's CPU seconds, without the launcher: as the parent of the others, it would count them a second time. */
function secondsBy(system: RunningSystem, morePids: readonly number[]): Record<string, number> {
  const parts = Object.entries(system.run.processes).filter(([name]) => name !== 'launcher')
  return {
    ...Object.fromEntries(parts.map(([name, { pid }]) => [name, cpuSecondsOf([pid])])),
    ...(morePids.length > 0 ? { others: cpuSecondsOf(morePids) } : {}),
  }
}

/** Calls per second in latency measurements. At this rate, the system is nearly idle. */
const perSecond = 50

/**
 * Calls `work` 50 times a second without waiting for the previous call, because slow calls must not lower the rate. Resolves when all have
 * ended; if one fails, rejects once all have begun.
 */
export async function steadily(seconds: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let i = 0; i < perSecond * seconds; i++) {
    await pause(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    running.push(work(i))
  }
  await Promise.all(running)
}

/** Runs `work` once, and returns how many seconds it took. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

export type Round = { perSecond: number; p50Ms: number; p99Ms: number; refused: number }

const phones = 5_000

let nextPhone = 0

/** Returns a message to the next phone number, cycling through 5,000 of them. */
export function nextMessage(): { phone: string; message: string } {
  nextPhone = (nextPhone + 1) % phones
  return { phone: `+4915${200_000_000 + nextPhone}`, message: `Hello ${nextPhone}` }
}

/** Defaults: one message per request, 64 connections. */
type LoadOptions = { headers?: Record<string, string>; seconds: number; connections?: number; body?: () => unknown }

/** Posts as fast as responses arrive, for `opts.seconds`. `perSecond` counts successes; `refused`, everything else, timeouts included. */
export async function load(url: string, opts: LoadOptions): Promise<Round> {
  const { headers = {}, seconds, connections = 64, body = nextMessage } = opts
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    // The errors of autocannon include timeouts.
    refused: result.non2xx + result.errors,
  }
}

/** A small server in a separate process, so that its CPU cost isn't counted as ours. */
export type Child = AsyncDisposable & { url: string; ask<T>(question: unknown): Promise<T> }

/** Starts a program from this folder. The first message that the program sends is its port. Waiting for a message fails if it ends. */
export async function startChild(program: string, env: Record<string, string> = {}): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: ['--conditions=source'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`)))
  const received = async <T>() => ((await Promise.race([once(child, 'message'), ended])) as [T])[0]
  const { port } = await received<{ port: number }>()
  return {
    url: `http://127.0.0.1:${port}`,
    async ask<T>(question: unknown) {
      child.send(question as object)
      return received<T>()
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended.catch(() => {})
    },
  }
}

/** Turns off limits and load shedding, so that nothing refuses a load, and logs, which cost CPU. */
const unhindered = { ...unlimited, LOAD_TARGET_MS: '60000', QUEUE_SIZE_MAX: '10000000', LOG_LEVEL: 'error' }

/** Result of a scenario: its measurements, and curves to plot. */
export type Outcome = { measurements: Measured[]; curves?: Curve[] }

/** A benchmark scenario. It starts its own system, and what it compares the system with. */
export type Scenario = {
  /** Name on the command line: `pnpm bench <name>`. */
  name: string
  /** One-line description of the measurement. */
  measures: string
  run(bench: Bench): Promise<Outcome>
}

/** `repository`: the folder that contains a different version of the code. */
type BenchOptions = { say: (line: string) => void; isQuick: boolean; rows: number | undefined; repository?: string }

/** What scenarios measure with: systems, sizes and a terminal. It knows all running systems, so that an interruption leaves none behind. */
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
    return this.withSystemAs({ split: opts.split ?? true, env: { ...unhindered, ...opts.env } }, work)
  }

  /** Runs `work` with a system that has only these settings, for example as users start it. */
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
