import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, takesIdempotencyKey } from '@posthorn/contracts'

/** Returns the first line of an error's message, for errors that may have several lines or a stack. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] || 'unknown reason'

/** Whether a connected server took too long: by a signal, or by the limits of Node's `fetch`. */
export function isTimeout(error: unknown): boolean {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return name === 'TimeoutError' || timeoutCodes.has(cause?.code ?? '')
}

/** Returns the reason that a request got no response, such as ECONNREFUSED, or only a part of one. */
export function networkReasonOf(error: unknown): string {
  if (isTimeout(error)) return 'no response in time'
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? reasonOf(error)
}

/** Whether a request can never be sent, such as one with a header that HTTP does not allow. Errors of the network have a code. */
export function isImpossible(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false
  const { code } = (error.cause ?? {}) as { code?: string }
  return code === undefined || impossibleCodes.has(code)
}

/** A `fetch`, perhaps one that repeats requests. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

type Patience = {
  /** Prints a line for the user before each pause. */
  say(line: string): void
  tries?: number
  firstPauseMs?: number
}

export const timeoutMs = 60_000
const longestPauseMs = 30_000
/** Longest pause that a server may ask for. */
const askedPauseMaxMs = 3_600_000
/** Codes of requests that Node's `fetch` refuses to send. */
const impossibleCodes = new Set(['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
/** Reasons of connections that ended without a response. */
const lostCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const transientStatuses: ReadonlySet<number> = new Set([
  408, 425, 429, 500, 502, 503, 504, 507, 508, 520, 521, 522, 523, 524, 529,
])
/** The lost attempt of a POST, whose response this one would get, is still running. */
const inFlight: ErrorCode = 'idempotency:in_flight'
/** A `Response` with one of these statuses cannot be created if it has a body. */
const bodilessStatuses = new Set([101, 204, 205, 304])

/**
 * Creates a `fetch` that makes up to `tries` attempts while the server is busy or unreachable, and waits as long as its `Retry-After` says, up
 * to an hour. Returns the last response, or throws the last error. Gives each POST and DELETE an Idempotency-Key, so that it takes effect only
 * once.
 */
export const patientFetch =
  ({ say, tries = 10, firstPauseMs = 500 }: Patience): Fetch =>
  async (url, options = {}) => {
    const init = withKey(options)
    for (let attempt = 1; ; attempt++) {
      const outcome = await fetchWhole(url, init).catch((error: unknown) => ({ error }))
      const reason = 'error' in outcome ? networkReasonOf(outcome.error) : String(outcome.status)
      const isLast = attempt === tries || ('error' in outcome && isImpossible(outcome.error))
      if (isLast || (!('error' in outcome) && !(await isTransient(outcome)))) {
        if ('error' in outcome) throw outcome.error
        return outcome
      }
      const usualMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
      const askedMs = 'error' in outcome ? undefined : askedPauseMs(outcome)
      const pauseMs = Math.min(askedMs ?? usualMs, askedPauseMaxMs)
      const seconds = Math.max(1, Math.round(pauseMs / 1_000))
      say(`${new URL(url).host}: ${reason}; try ${attempt + 1} of ${tries} in ${seconds} s`)
      await pause(pauseMs)
    }
  }

/** Repeats a request once if its connection was lost. It may have taken effect, and then the repetition gets its response by the key. */
export const fetchAgain: Fetch = async (url, options = {}) => {
  const init = withKey(options)
  const again = (error: unknown) => (lostCodes.has(networkReasonOf(error)) ? fetch(url, init) : Promise.reject(error))
  return fetch(url, init).catch(again)
}

/** Gives a POST or DELETE an Idempotency-Key if it has none, so that all its attempts take effect once. */
function withKey(options: RequestInit): RequestInit {
  const key = takesIdempotencyKey(options.method) ? { 'Idempotency-Key': randomUUID() } : {}
  return { ...options, headers: { ...key, ...(options.headers as Record<string, string>) } }
}

/** Sends a request and reads the whole response, so that a truncated body counts as a lost connection and is retried. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const bytes = await response.arrayBuffer()
  const { status, headers } = response
  return new Response(bodilessStatuses.has(status) ? null : bytes, { status, headers })
}

/** Whether a refusal says that the same request may succeed later. */
export const mayPassLater = (status: number, errorCode?: string): boolean =>
  transientStatuses.has(status) || errorCode === inFlight

/** Whether the same request may succeed later. Reads a copy of the body, because the caller reads the response as well. */
async function isTransient(response: Response): Promise<boolean> {
  const isInFlight = response.status === 409 && (await response.clone().text()).includes(`"${inFlight}"`)
  return mayPassLater(response.status, isInFlight ? inFlight : undefined)
}

/** Returns the pause that `Retry-After` asks for, in milliseconds. The header contains seconds, or a date by the clock of the server. */
export function askedPauseMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now()
  const pauseMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(pauseMs) ? undefined : Math.max(0, pauseMs)
}
