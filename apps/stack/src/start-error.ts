/** The system can't start. The message is one line for the terminal: what is wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export function exitOf({ signalCode, exitCode }: { signalCode: string | null; exitCode: number | null }): string {
  return signalCode ?? `exit code ${exitCode ?? 'unknown'}`
}

/** Returns a one-line message for anything thrown during startup. */
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
  // A validation error from zod, whose own message is JSON.
  const { issues } = err as { issues?: Issue[] }
  if (Array.isArray(issues)) return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  if (err instanceof AggregateError && err.message === '') return err.errors.map(textOf).join('; ')
  return err.message || err.name
}
