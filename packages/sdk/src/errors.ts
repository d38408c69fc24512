import type { ErrorCode, FieldError } from './generated/types.ts'

/** Any error that this package throws, except the abort reason of your signal. */
export class PosthornError extends Error {
  override name = 'PosthornError'
}

/** An error response from the API. */
export class ApiError extends PosthornError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** The code to branch on, such as `phone:invalid`; `http:<status>` if the response isn't from the API. */
  readonly errorCode: ErrorCode
  /** The request id. Include it when you ask for help. */
  readonly requestId: string | undefined
  /** All invalid fields. */
  readonly errors: readonly FieldError[]
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined
  /** URL of this error's documentation. */
  readonly docs: string | undefined

  constructor({ status, headers, text }: { status: number; headers: Headers; text: string }) {
    const body = objectOf(text)
    super(textOf(body['message']) ?? `The server responded with ${status}.`)
    this.status = status
    this.errorCode = textOf(body['errorCode']) ?? `http:${status}`
    this.requestId = textOf(body['requestId']) ?? headers.get('x-request-id') ?? undefined
    this.errors = Array.isArray(body['errors']) ? (body['errors'] as FieldError[]) : []
    this.retryAfter = secondsOf(headers.get('retry-after'))
    this.retryable = body['retryable'] === true || (body['retryable'] === undefined && isTransient(status))
    this.docs = textOf(body['docs'])
  }

  /** Returns the message with the code, the invalid fields and the request id, for logs. */
  override toString(): string {
    const paths = this.errors.map(({ path }) => path).join(', ')
    const fields = paths === '' ? '' : ` in ${paths}`
    const request = this.requestId === undefined ? '' : `, request ${this.requestId}`
    return `${this.name}: ${this.message} (${this.errorCode}${fields}${request})`
  }
}

/** The server couldn't be reached, closed the connection, or took too long. `cause` has the reason. */
export class ConnectionError extends PosthornError {
  override name = 'ConnectionError'
}

/** A webhook request that wasn't signed with your secret, or is too old. */
export class SignatureError extends PosthornError {
  override name = 'SignatureError'
}

const isTransient = (status: number): boolean => status === 429 || status >= 500

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Converts a `Retry-After` header, which is a number of seconds or a date, to seconds. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const wait = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
