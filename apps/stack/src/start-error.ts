/** The system can't start. The message is one line for the terminal: what is wrong, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Describes how a process ended: the signal or the exit code. */
export function exitOf({ signalCode, exitCode }: { signalCode: string | null; exitCode: number | null }): string {
  return signalCode ?? `exit code ${exitCode ?? 'unknown'}`
}

/** Returns one line about anything thrown during start. */
export function lineOf(err: unknown): string {
  return textOf(err)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

type Issue = { path: PropertyKey[]; message: string }

function textOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err)
  // Settings checked by zod, whose own message is JSON.
  const { issues } = err as { issues?: Issue[] }
  if (Array.isArray(issues)) return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  if (err instanceof AggregateError && err.message === '') return err.errors.map(textOf).join('; ')
  return err.message || err.name
}
