import { type Logger, pino } from 'pino'

/** The log of a service: JSON lines, one wide line per thing that happened. Never give it a body, a secret or a whole phone number. */
export type Log = Logger

/** A logger that names its service on each line. */
export function createLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (err: unknown) => describeError(err) },
  })
}

/** Returns the parts of an error that a log may hold: name, code, message, stack and its cause; nothing of the objects it carries. */
function describeError(err: unknown): Record<string, unknown> {
  if (!(err instanceof Error)) return { message: String(err) }
  const code = (err as { code?: unknown }).code
  return {
    name: err.name,
    ...(typeof code === 'string' ? { code } : {}),
    // Postgres puts the faulty row into further lines: those may hold a phone.
    message: err.message.split('\n')[0]?.slice(0, 300),
    stack: err.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .join('\n'),
    ...(err.cause === undefined ? {} : { cause: describeError(err.cause) }),
  }
}

/** A phone as logs may show it: its last four digits. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-4)}`
}
