import type { ErrorCode, FieldError } from './generated/types.ts'

/** Any error that this package throws, except the abort reason of your signal. */
export class PosthornError extends Error {
  override name = 'PosthornError'
}

/** An error response from the API, or a response that isn't from the API, such as the page of a proxy. */
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
    const isStrange = status < 500 && body['errorCode'] === undefined
    super(textOf(body['message']) ?? (isStrange ? strangeText(status) : `The server responded with ${status}.`))
    this.status = status
    this.errorCode = textOf(body['errorCode']) ?? `http:${status}`
    this.requestId = textOf(body['requestId']) ?? headers.get('x-request-id') ?? undefined
    const errors = Array.isArray(body['errors']) ? (body['errors'] as unknown[]) : []
    this.errors = errors.filter((each) => typeof each === 'object' && each !== null) as FieldError[]
    this.retryAfter = waitSecondsOf(headers)
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

/** A webhook request that wasn't signed with your secret, is too old, or isn't JSON. */
export class SignatureError extends PosthornError {
  override name = 'SignatureError'
}

/** Whether the same request may succeed later, if the API doesn't say. A success is then a page of something in between, such as a proxy. */
const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500 || (status >= 200 && status < 300)

/** Returns the message for a response that isn't from the API. Browsers show a redirect as the status 0. */
const strangeText = (status: number) =>
  `The server responded with ${status || 'a redirect'}, but not as the API does: check that url is the address of the API, and that no proxy answers in its place.`

/** Parses a JSON object. Other text, such as the error page of a proxy, counts as an empty one. */
function objectOf(text: string): Record<string, unknown> {
  const value = parsed(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Parses JSON. Returns undefined if the text isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the seconds of a `Retry-After` header. A date in it counts from the server's `Date`, because the clock here may be wrong. */
function waitSecondsOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after') ?? ''
  if (header.trim() === '') return undefined
  const seconds = Number(header)
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const wait = Number.isNaN(seconds) ? (Date.parse(header) - now) / 1000 : seconds
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** A request, the same for every attempt. */
export type HttpRequest = { method: string; url: string; headers: Headers; body: BodyInit | undefined }

type SendOptions = {
  fetch: typeof fetch
  /** For each attempt. If the caller reads the body, until the headers arrive. */
  timeoutMs: number
  retries: number
  signal: AbortSignal | undefined
  answer: AnswerForm
  onResponse: (response: ResponseInfo) => void
}

/** Details of a response, for logs and metrics. */
export type ResponseInfo = {
  method: string
  url: string
  status: number
  headers: Headers
  /** The request id. Include it when you ask for help. */
  requestId: string | undefined
  /** 1 for the first attempt. */
  attempt: number
  /** Time until the response was complete or, for a download, until its headers arrived. */
  durationMs: number
}

/** Form of a response: an object, a list, a page of a list, or a body that the caller reads. */
export type AnswerForm = 'value' | 'list' | 'pages' | 'body'

/** A response. `text` is empty and `value` undefined if the body is left to the caller; `value` is undefined if the text isn't JSON. */
export type HttpAnswer = { response: Response; text: string; value: unknown }

const firstPauseMs = 250
const longestPauseMs = 15_000
/** If the server asks for a longer wait, the error is thrown instead. */
const longestWaitSeconds = 60
/** A longer wait for an installation that is away ends early, in case it is back. */
const longestAbsenceMs = 3_600_000

/**
 * Sends a request, and retries on errors that may pass, pages of proxies and lost connections, unless the body is a stream. A POST or DELETE
 * needs an `Idempotency-Key`, because it may have taken effect before its response was lost. Throws `ApiError`, `ConnectionError` or the
 * signal's reason.
 */
export async function send(request: HttpRequest, options: SendOptions): Promise<HttpAnswer> {
  const isRepeatable = !(request.body instanceof ReadableStream)
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now()
    const outcome = await attemptOnce(request, options)
    if (!(outcome instanceof Error)) {
      const durationMs = performance.now() - startedAt
      options.onResponse(infoOf(request, outcome.response, { attempt, durationMs }))
      if (outcome.response.ok && isExpected(outcome, options.answer)) return outcome
      if (!outcome.response.bodyUsed) await outcome.response.body?.cancel()
    }
    const error = outcome instanceof Error ? outcome : errorOf(outcome)
    if (attempt > options.retries || !isRepeatable || !mayRepeat(error)) throw error
    await pause(pauseAfter(error, attempt), options.signal)
  }
}

/** Whether a success is from the API: it has an object, or an array for a list; and an HTML file has a name, unlike the page of a proxy. */
function isExpected({ response: { headers }, value }: HttpAnswer, form: AnswerForm): boolean {
  if (form === 'value') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (form !== 'body') return Array.isArray(value)
  return !/^text\/html\b/i.test(headers.get('content-type') ?? '') || headers.has('content-disposition')
}

const errorOf = ({ response: { status, headers }, text }: HttpAnswer) => new ApiError({ status, headers, text })

/** Returns what `onResponse` receives about a response. */
function infoOf(
  { method, url }: HttpRequest,
  { status, headers }: Response,
  measured: Pick<ResponseInfo, 'attempt' | 'durationMs'>,
): ResponseInfo {
  return { method, url, status, headers, requestId: headers.get('x-request-id') ?? undefined, ...measured }
}

/** Sends the request once. Returns any failure but an abort by the caller as an error, which `send` may retry. */
async function attemptOnce(request: HttpRequest, options: SendOptions): Promise<HttpAnswer | ConnectionError> {
  const { signal, timeoutMs } = options
  signal?.throwIfAborted()
  const stop = new AbortController()
  const timeOut = () => stop.abort(new Error(`no response within ${timeoutMs} ms`))
  const timer = setTimeout(timeOut, timeoutMs)
  // The caller's signal also ends their reading of the body.
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  try {
    const response = await fetchOnce(request, options, either)
    const isForCaller = options.answer === 'body' && response.ok
    const text = isForCaller ? '' : await response.text()
    return { response, text, value: parsed(text) }
  } catch (cause) {
    signal?.throwIfAborted()
    const reason = stop.signal.aborted ? (stop.signal.reason as Error) : cause
    const why = reason instanceof Error ? reason.message : String(reason)
    return new ConnectionError(`${request.method} ${request.url} failed: ${why}`, { cause: reason })
  } finally {
    clearTimeout(timer)
  }
}

/** Calls `fetch`. Redirects are not followed, because the key is only for this URL; `duplex` is required for streams. */
function fetchOnce(
  { method, url, headers, body }: HttpRequest,
  options: SendOptions,
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal, redirect: 'manual' }
  if (body !== undefined) init.body = body
  if (body instanceof ReadableStream) init.duplex = 'half'
  return options.fetch(url, init)
}

/** Whether a retry may help, as the API says. It is safe: every POST and DELETE has an Idempotency-Key, and other methods are idempotent. */
function mayRepeat(outcome: ApiError | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return true
  if ((outcome.retryAfter ?? 0) > longestWaitSeconds) return false
  return outcome.retryable
}

/**
 * Waits until an installation that is away may be back: as long as it asks for, but at most an hour, or until the signal. Throws any other
 * error. A page with a success status says that the address is wrong, unless it `isKnown` to be right.
 */
export async function waitForReturn(
  error: unknown,
  { isKnown, signal }: { isKnown: boolean; signal: AbortSignal | undefined },
): Promise<undefined> {
  const isAway = error instanceof ApiError && error.retryable && (isKnown || error.status >= 300)
  if (error instanceof ConnectionError || isAway)
    return pause(Math.min(longestAbsenceMs, pauseAfter(error, 1)), signal).catch(() => undefined)
  throw error
}

/**
 * Returns the pause before the next attempt: what the server asks for, and a growing random time, so that clients that were asked for the same
 * do not retry together.
 */
function pauseAfter(outcome: ApiError | ConnectionError, attempt: number): number {
  const growingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
  const askedMs = outcome instanceof ApiError ? (outcome.retryAfter ?? 0) * 1000 : 0
  return askedMs + growingMs
}

/** Waits. Rejects at once if the caller aborts, or already has. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<undefined> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve(undefined)
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
