import { type Logger, pino } from 'pino'

/** A service's log: JSON lines, one wide event per line. Never log a body, a secret or a full phone number. */
export type Log = Logger

/** Maximum number of bytes waiting for disk space. Further lines are dropped. */
const waitingBytesMax = 1_048_576

/**
 * Creates a logger that adds its service's name to each line. If the log can't be written, for example because the disk is full, up to 1 MiB
 * of lines waits for space, and nothing fails.
 */
export function createLog(service: string, level: string): Log {
  const output = pino.destination({ dest: process.stdout.fd, sync: true, maxLength: waitingBytesMax })
  output.on('error', () => {})
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (err: unknown) => describeError(err) },
    },
    output,
  )
}

/**
 * Redirects console calls from libraries, because their output may contain message texts and phone numbers: the NATS client prints frames
 * that it can't parse. Logs the location of each call in the library's code, without the output.
 */
export function withholdConsole(service: string): void {
  const log = createLog(service, 'warn')
  const methods = console as unknown as Record<string, unknown>
  for (const name of Object.keys(console).filter((key) => typeof methods[key] === 'function' && key !== 'Console')) {
    const withheld = () => log.warn({ place: placeCalling(withheld) }, 'console.withheld')
    methods[name] = withheld
  }
}

/** Returns the file and line of the code that called this function, relative to its package. */
function placeCalling(called: () => void): string | undefined {
  const at: { stack?: string } = {}
  Error.captureStackTrace(at, called)
  return /([^\s(]+:\d+):\d+\)?$/m
    .exec(at.stack ?? '')?.[1]
    ?.replace(/^.*(?:node_modules|\/(?=packages\/|apps\/))\/?/, '')
}

/** Returns the loggable fields of an error: name, code, message, stack and cause, without the objects it carries. */
function describeError(err: unknown): Record<string, unknown> {
  if (!(err instanceof Error)) return { message: String(err) }
  const code = (err as { code?: unknown }).code
  return {
    name: err.name,
    ...(typeof code === 'string' ? { code } : {}),
    // Postgres describes the failing row on further lines, which may contain a phone number.
    message: err.message.split('\n')[0]?.slice(0, 300),
    stack: err.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 5)
      .join('\n'),
    ...(err.cause === undefined ? {} : { cause: describeError(err.cause) }),
  }
}
