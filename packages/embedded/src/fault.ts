/**
 * An embedded server could not start or stop. The message is one line made for the person at the terminal: what is
 * wrong and what to do about it. The cause, if any, is for the log.
 */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError'
}

/** The message of anything thrown, on one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unknown reason'
