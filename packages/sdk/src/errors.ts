import type { ErrorCode } from './generated/types.ts'

/** A faulty field of a request. */
export type FieldError = {
  path: string
  /** The problem: `field:missing`, `field:unknown`, `field:invalid`, or a sharper code. */
  code: string
  message: string
}

/** Any error that this package throws, other than the reason of your signal. */
export class PosthornError extends Error {
  override name = 'PosthornError'
}

/** A refusal of the API. */
export class ApiError extends PosthornError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** The code to decide by, such as `phone:invalid`; `http:<status>` when the answer is not from the API. */
  readonly errorCode: ErrorCode
  /** The id of the request; quote it when you ask for help. */
  readonly requestId: string | undefined
  /** All faulty fields. */
  readonly errors: readonly FieldError[]
  /** True when the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The address of the documentation of this code. */
  readonly docs: string | undefined

  constructor(answer: { status: number; headers: Headers; text: string }) {
    const body = objectOf(answer.text)
    super(textOf(body['message']) ?? `The server answered ${answer.status}.`)
    this.status = answer.status
    this.errorCode = textOf(body['errorCode']) ?? `http:${answer.status}`
    this.requestId = textOf(body['requestId']) ?? answer.headers.get('x-request-id') ?? undefined
    this.errors = Array.isArray(body['errors']) ? (body['errors'] as FieldError[]) : []
    this.retryAfter = secondsOf(answer.headers.get('retry-after'))
    this.retryable = body['retryable'] === true || (body['retryable'] === undefined && isTransient(answer.status))
    this.docs = textOf(body['docs'])
  }

  /** Returns the message with the code and the request, as logs need them. */
  override toString(): string {
    const request = this.requestId === undefined ? '' : `, request ${this.requestId}`
    return `${this.name}: ${this.message} (${this.errorCode}${request})`
  }
}

/** The server could not be reached, broke off, or took too long; `cause` has the reason. */
export class ConnectionError extends PosthornError {
  override name = 'ConnectionError'
}

/** A webhook that was not signed with your secret, or not within the last minutes. */
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

/** Returns the seconds of a `Retry-After` header, which has seconds or a time. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const wait = Number.isNaN(seconds) ? (Date.parse(header) - Date.now()) / 1000 : seconds
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
