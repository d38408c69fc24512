import { patiently } from '@posthorn/chassis/patience'

/** Prints one line for the person at the terminal. */
export type Say = (line: string) => void

const repeatEveryMs = 15_000

/** Every 15 s, prints what startup is still waiting for, so that a slow startup doesn't look hung. */
export class Progress {
  readonly say: Say
  readonly #awaited = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(say: Say) {
    this.say = say
    this.#timer = setInterval(() => this.#repeat(), repeatEveryMs).unref()
  }

  /** Lists `what` as pending until the work has finished. */
  async awaits<T>(what: string, work: Promise<T>): Promise<T> {
    this.#awaited.set(what, performance.now())
    return work.finally(() => this.#awaited.delete(what))
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #repeat(): void {
    const oldest = Math.min(...this.#awaited.values())
    if (this.#awaited.size === 0) return
    const seconds = Math.round((performance.now() - oldest) / 1_000)
    this.say(`Still waiting for ${[...this.#awaited.keys()].join(', ')} (${seconds} s) …`)
  }
}

/** The system can't start. The message is one line for the terminal: what is wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Returns why a process ended: its signal or its exit code. */
export const exitOf = ({ signalCode, exitCode }: { signalCode: string | null; exitCode: number | null }): string =>
  signalCode ?? `exit code ${exitCode ?? 'unknown'}`

/** Returns a one-line message for anything thrown during startup, because the person at the terminal needs the reason and no stack. */
export const lineOf = (err: unknown): string =>
  textOf(err)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Returns a callback for `keepRunning` that tells the person at the terminal, and records the new process in the run file. */
export const reportChange =
  (name: string, { say, onRestart }: { say: Say; onRestart: () => void }) =>
  (change: { died: true } | { failed: unknown } | { started: unknown }): void => {
    if ('died' in change) say(`${name} ended unexpectedly; starting it again …`)
    if ('failed' in change) say(`${name} did not start: ${lineOf(change.failed)}`)
    if ('started' in change) say(`${name} runs again`)
    onRestart()
  }

/** Returns the message of anything thrown, including those of validation errors and of several errors in one. */
function textOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err)
  // A validation error from zod, whose own message is JSON.
  const { issues } = err as { issues?: { path: PropertyKey[]; message: string }[] }
  if (Array.isArray(issues)) return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  if (err instanceof AggregateError && err.message === '') return err.errors.map(textOf).join('; ')
  return err.message || err.name
}

/**
 * Repeats work while a server does not respond, and tells the person at the terminal.
 *
 * @throws StartError that names the server, if it doesn't respond within `waitMs` or returns a permanent error.
 */
export async function awaitServer<T>(
  name: string,
  work: () => Promise<T>,
  { waitMs, isPassing, say }: { waitMs: number; isPassing: (error: unknown) => boolean; say: Say },
): Promise<T> {
  const onWait = (error: unknown) => say(`${name} does not answer yet: ${lineOf(error)}; trying again …`)
  try {
    return await patiently(work, { limitMs: waitMs, isPassing, onWait })
  } catch (error) {
    throw new StartError(`${name} cannot be used: ${lineOf(error)}`, { cause: error })
  }
}
