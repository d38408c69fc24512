import { type ExchangeFailure, explainFailure } from './causes.ts'

/**
 * A failed exchange. `message`: explanation for its caller. `cause`: the underlying error for the log, if the explanation doesn't cover it.
 * `bytesWritten` is false only if no byte of the request can have been written.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly reason: ExchangeFailure
  readonly bytesWritten: boolean

  constructor(reason: ExchangeFailure, message: string, opts: { bytesWritten?: boolean; cause?: unknown } = {}) {
    super(message, opts.cause === undefined ? undefined : { cause: opts.cause })
    this.reason = reason
    this.bytesWritten = opts.bytesWritten ?? false
  }
}

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED', 'ETIMEDOUT'])

export function toExchangeError(err: Error, bytesWritten: boolean): ExchangeError {
  if (err instanceof ExchangeError) return err
  const code = 'code' in err ? String(err.code) : ''
  const reason = resetCodes.has(code) ? 'reset' : code === 'UND_ERR_INVALID_ARG' ? 'invalid' : 'protocol'
  return failureOf(reason, err, bytesWritten)
}

export function failureOf(reason: ExchangeFailure, err: unknown, bytesWritten = false): ExchangeError {
  const { sentence, isKnown } = explainFailure(reason, err)
  return new ExchangeError(reason, sentence, { bytesWritten, ...(isKnown ? {} : { cause: err }) })
}
