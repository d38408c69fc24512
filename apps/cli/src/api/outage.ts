import { setTimeout as pause } from 'node:timers/promises'
import { clearLine, mayPass } from './client.ts'
import { reasonOf } from './fetch.ts'

const pollMs = 500
const outagePauseMs = { first: 500, most: 5_000 }

/** Waits while the installation is away. Says so once, and waits longer after each failure. */
export class Outage {
  #pauseMs = 0

  /** Waits before the next call, at most until `signal` aborts. Rethrows an error that a later call would get as well. */
  async wait(error: unknown, signal?: AbortSignal): Promise<undefined> {
    if (!mayPass(error)) throw error
    const start = process.stderr.isTTY ? clearLine : ''
    if (this.#pauseMs === 0) process.stderr.write(`${start}${reasonOf(error)} Waiting for it\n`)
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, outagePauseMs.first), outagePauseMs.most)
    await pause(this.#pauseMs, undefined, signal && { signal }).catch(() => {})
    return undefined
  }

  /** Call it after each success, so that the next outage is announced again. */
  end(): void {
    this.#pauseMs = 0
  }
}

type Ending<T> = {
  hasEnded: (state: T) => boolean
  onRead?: (state: T) => void
  signal?: AbortSignal
}

/**
 * Polls a state until `hasEnded` returns true, also while the installation is away. Calls `onRead` with each state. Returns the last one.
 * Rejects once `signal` aborts, which must end `read` as well, and with an error that a later read would get as well.
 */
export async function waitUntilEnded<T>(read: () => Promise<T>, ending: Ending<T>): Promise<T> {
  const { hasEnded, onRead, signal } = ending
  const outage = new Outage()
  for (;;) {
    const found = await read().then(
      (state) => ({ state }),
      (error: unknown) => {
        if (signal?.aborted) throw error
        return outage.wait(error, signal)
      },
    )
    if (found === undefined) continue
    outage.end()
    onRead?.(found.state)
    if (hasEnded(found.state)) return found.state
    await pause(pollMs, undefined, signal && { signal })
  }
}

/** Polls as `waitUntilEnded` does, for a command that shows progress. If it rejects, calls `printStarted`, because the work goes on anyway. */
export const showUntilEnded = <T>(
  read: () => Promise<T>,
  { progress, printStarted, ...ending }: Ending<T> & { progress: { end(): void }; printStarted(): void },
): Promise<T> =>
  waitUntilEnded(read, ending)
    .finally(() => progress.end())
    .catch((error: unknown) => {
      printStarted()
      throw error
    })
