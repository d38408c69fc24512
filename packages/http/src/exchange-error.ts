import { type ExchangeFailure, explainFailure } from './causes.ts'

/**
 * A failed exchange. `message`: a sentence for its caller; `cause`: the error of the machine where no sentence tells it, for the log.
 * `bytesWritten` is false when certainly not one byte of the request was written.
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

/** Returns any error of an exchange as an `ExchangeError`. */
export function toExchangeError(err: Error, bytesWritten: boolean): ExchangeError {
  if (err instanceof ExchangeError) return err
  const code = 'code' in err ? String(err.code) : ''
  const reason = resetCodes.has(code) ? 'reset' : code === 'UND_ERR_INVALID_ARG' ? 'invalid' : 'protocol'
  return failureOf(reason, err, bytesWritten)
}

/** Returns an error of the machine as the failure of a step. */
export function failureOf(reason: ExchangeFailure, err: unknown, bytesWritten = false): ExchangeError {
  const { sentence, isKnown } = explainFailure(reason, err)
  return new ExchangeError(reason, sentence, { bytesWritten, ...(isKnown ? {} : { cause: err }) })
}
