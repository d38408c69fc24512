import { type Logger, pino } from 'pino'

/** The log of a service: JSON lines, one wide line per thing that happened. Never give it a body, a secret or a whole phone number. */
export type Log = Logger

/** Bytes of lines that wait for space on the disk of the log; further ones are dropped. */
const waitingBytesMax = 1_048_576

/** A logger that names its service on each line. A log that cannot be written, as on a full disk, ends nothing: its lines wait for space. */
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
 * Takes the console of this process from libraries, since what they print may hold texts and phones: the NATS client prints the frames that
 * it cannot read. Each call becomes a line of the log that names the place in their code, with nothing of what was to be printed.
 */
export function withholdConsole(service: string): void {
  const log = createLog(service, 'warn')
  const methods = console as unknown as Record<string, unknown>
  for (const name of Object.keys(console).filter((key) => typeof methods[key] === 'function' && key !== 'Console')) {
    const withheld = () => log.warn({ place: placeCalling(withheld) }, 'console.withheld')
    methods[name] = withheld
  }
}

/** Returns file and line of the code that called this function, from its package on. */
function placeCalling(called: () => void): string | undefined {
  const at: { stack?: string } = {}
  Error.captureStackTrace(at, called)
  return /([^\s(]+:\d+):\d+\)?$/m
    .exec(at.stack ?? '')?.[1]
    ?.replace(/^.*(?:node_modules|\/(?=packages\/|apps\/))\/?/, '')
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
