/**
 * An embedded server couldn't start or stop. The message, one line for the terminal, says what is wrong and what to do. The cause, if any,
 * is for the log.
 */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError'
}

/** Returns any thrown value's message as a single line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'unknown reason'
