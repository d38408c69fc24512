import type { EntityManager } from '@mikro-orm/postgresql'
import { isUnavailable } from '../faults.ts'
import { backoffMs } from './loop.ts'

/** Work that is done in the transaction that takes it. */
export type SharedWork<J> = {
  /** Locks or removes jobs, except those that rest. Workspaces take turns. */
  take(em: EntityManager, limit: number): Promise<J[]>
  rest(job: J): void | Promise<void>
}

const restsMs = [1_000, 10_000, 60_000, 600_000, 3_600_000]

/** Lets failed jobs rest, longer each time, so that they don't delay others. Rests are in memory: other processes may try such a job meanwhile. */
export function createRests<J>(nameOf: (job: J) => string): { rest(job: J): void; resting(): string[] } {
  const rests = new Map<string, { failures: number; untilMs: number }>()
  return {
    rest(job) {
      const failures = (rests.get(nameOf(job))?.failures ?? 0) + 1
      rests.set(nameOf(job), { failures, untilMs: performance.now() + backoffMs(failures, restsMs) })
    },
    resting() {
      const nowMs = performance.now()
      // A job whose rest ended long ago is done.
      for (const [name, { untilMs }] of rests) if (untilMs < nowMs - Math.max(...restsMs)) rests.delete(name)
      return [...rests].flatMap(([name, { untilMs }]) => (untilMs > nowMs ? [name] : []))
    },
  }
}

/**
 * Works on one item after another, even if one fails; `rest` can then let it rest. Throws the first error at the end, but at once if Postgres
 * is unavailable.
 */
export async function eachApart<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  rest?: (item: T) => void,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items)
    await work(item).catch((err: unknown) => {
      if (isUnavailable(err)) throw err
      rest?.(item)
      errors.push(err)
    })
  if (errors.length > 0) throw errors[0]
}
