import { ErrorCode, NatsError } from 'nats'

/**
 * An error of a publication. `refused`: the bus never takes the message, such as for its size. `failed`: it may take this message another
 * time. `unavailable`: it takes no message now.
 */
export class PublishError extends Error {
  readonly reason: 'refused' | 'failed' | 'unavailable'

  constructor(reason: PublishError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PublishError'
    this.reason = reason
  }
}

/** Returns true when the bus takes no message now. */
export function isBusUnavailable(err: unknown): boolean {
  return err instanceof PublishError && err.reason === 'unavailable'
}

/** Returns true when the bus never takes the message. */
export function isRefused(err: unknown): boolean {
  return err instanceof PublishError && err.reason === 'refused'
}

/** Returns the reason why the bus refuses an event for its size. */
export function tooLargeText(bytes: number, bytesMax: number | undefined): string {
  return `the event has ${bytes} bytes, and the bus takes ${bytesMax} at most`
}

/** Error codes of JetStream for a message whose content or headers are larger than the stream allows. */
const tooLargeCodes = [10_054, 10_097]

/** Codes of the client for a message that it never sends. */
const neverSentCodes: readonly string[] = [
  ErrorCode.BadHeader,
  ErrorCode.BadPayload,
  ErrorCode.BadSubject,
  ErrorCode.InvalidPayload,
]

const unavailableCodes: readonly string[] = [
  ErrorCode.Cancelled,
  ErrorCode.ConnectionClosed,
  ErrorCode.ConnectionDraining,
  ErrorCode.ConnectionRefused,
  ErrorCode.ConnectionTimeout,
  ErrorCode.Disconnect,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.NoResponders,
  ErrorCode.Timeout,
]

/** Returns the error of a publication of so many bytes as what it means for the message. */
export function publishErrorOf(
  cause: unknown,
  { bytes, bytesMax }: { bytes: number; bytesMax: number | undefined },
): PublishError {
  if (cause instanceof PublishError) return cause
  const { code, message, api_error: answer } = cause instanceof NatsError ? cause : new NatsError(String(cause), '')
  if (code === ErrorCode.MaxPayloadExceeded)
    return new PublishError('refused', tooLargeText(bytes, bytesMax), { cause })
  if (answer?.err_code !== undefined && tooLargeCodes.includes(answer.err_code))
    return new PublishError('refused', `the event has ${bytes} bytes: ${answer.description}`, { cause })
  if (neverSentCodes.includes(code)) return new PublishError('refused', message, { cause })
  const isUnavailable = unavailableCodes.includes(code) || (answer !== undefined && answer.code >= 500)
  return new PublishError(isUnavailable ? 'unavailable' : 'failed', message, { cause })
}
