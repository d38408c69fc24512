import { deliveryHeaders, type ProviderChange, type RenderedEvent } from '@posthorn/contracts'
import { ExchangeError, failureOf, type VettedFetcher } from '@posthorn/http'
import type { Format } from '../formats/formats.ts'
import { type OpenedSecrets, sign } from './signing.ts'

/** A request to a receiver. `readEntry` and `openSecrets` may throw. */
type DeliveryRequest = {
  url: string
  eventId: string
  /**
   * Returns the event as stored, and the provider's original callback if the event doesn't contain all of it. The event is converted here to
   * the webhook's format, for the subscribed names.
   */
  readEntry: () => { payload: string; callback: ProviderChange | null }
  format: Format
  names: readonly string[]
  openSecrets: () => OpenedSecrets
  traceparent: string | null
  /** Sets `Webhook-Replay: true`. */
  replay?: boolean
  timeoutMs: number
  /** Start time according to the database's clock, if known. */
  startedAt?: Date
}

/**
 * An attempt's result. `status`: null without a response; `error`: null with one. `cause`: more details than `error`, for the log.
 * `isUnprepared`: the request failed before it was sent, here, which says nothing about the receiver.
 */
export type AttemptResult = {
  startedAt: Date
  latencyMs: number
  status: number | null
  error: string | null
  responseHeaders: Record<string, string>
  responseBody: string
  cause?: unknown
  isUnprepared?: boolean
}

export const userAgent = 'Posthorn-Webhooks/1'

const responseBytesMax = 16 * 1024
const responseHeadersMax = 40
const headerLengthMax = 1_000

/** Posts an event to a receiver, signed with `startedAt`, by default this machine's time. Never rejects: errors are part of the result. */
export async function post(fetcher: VettedFetcher, request: DeliveryRequest): Promise<AttemptResult> {
  const { startedAt = new Date() } = request
  const started = performance.now()
  let isUnprepared = true
  try {
    const secrets = request.openSecrets()
    const { payload, callback } = readRecorded(request)
    const rendered = request.format.render(payload, request.names, callback ?? undefined)
    const requestHeaders = buildHeaders(request, secrets, rendered, startedAt)
    isUnprepared = false
    const { status, headers, body, latencyMs } = await fetcher.request({
      url: request.url,
      method: 'POST',
      headers: requestHeaders,
      body: rendered.body,
      timeoutMs: request.timeoutMs,
    })
    const responseBody = replaceNul(body.subarray(0, responseBytesMax).toString('utf8'))
    return { startedAt, latencyMs, status, error: null, responseHeaders: boundHeaders(headers), responseBody }
  } catch (err) {
    const latencyMs = Math.round(performance.now() - started)
    const failure = err instanceof ExchangeError ? err : failureOf('invalid', err)
    const error = `${failure.reason}: ${failure.message}`
    const { cause } = failure
    return { startedAt, latencyMs, status: null, error, responseHeaders: {}, responseBody: '', cause, isUnprepared }
  }
}

/** Reads the event. The attempt log shows the error to the webhook's owner, to whom the decoder's error would say nothing. */
function readRecorded({ readEntry }: DeliveryRequest): ReturnType<DeliveryRequest['readEntry']> {
  try {
    return readEntry()
  } catch (cause) {
    throw new ExchangeError('invalid', 'the event in the log cannot be read', { cause })
  }
}

/** Builds the headers: the format's own, its signature, the receiver's secret header, the trace, and the mark of a replay. */
function buildHeaders(
  { eventId, format, traceparent, replay }: DeliveryRequest,
  { signingKeys, header }: OpenedSecrets,
  rendered: RenderedEvent,
  now: Date,
): Record<string, string> {
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  return {
    'Content-Type': 'application/json',
    ...rendered.headers,
    'User-Agent': userAgent,
    ...sign(format.signature, signingKeys, { id: eventId, timestampSeconds, body: rendered.body }),
    ...(header ? { [header.name]: header.value } : {}),
    ...(traceparent ? { [deliveryHeaders.traceparent.name]: traceparent } : {}),
    ...(replay ? { [deliveryHeaders.replay.name]: 'true' } : {}),
  }
}

/** Replaces NUL, which Postgres text can't contain. */
const replaceNul = (text: string): string => text.replaceAll('\0', '\ufffd')

/** Returns the response headers to store: no cookies, which can be secrets, and limited, because the receiver chooses them. */
function boundHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'set-cookie')
  return Object.fromEntries(
    entries.slice(0, responseHeadersMax).map(([name, value]) => [name, replaceNul(value.slice(0, headerLengthMax))]),
  )
}

/** Outcome of an attempt. `gone` (don't retry) and `throttled` (receiver is overloaded) are failures. */
export type AttemptOutcome = 'succeeded' | 'gone' | 'throttled' | 'failed'

const throttlingStatuses = new Set([429, 502, 504])

/** Classifies a response status (null: no response). Only 2xx is a success. 410 asks to stop, 429, 502 and 504 to slow down (Standard Webhooks 1.0.0). */
export function classifyStatus(status: number | null): AttemptOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  if (status === 410) return 'gone'
  return throttlingStatuses.has(status) ? 'throttled' : 'failed'
}

/** A receiver's response, as counted in statistics and replays. `silent`: no response. */
export type Answer = 'ok' | 'refused' | 'silent'

/** Last response to a delivery before a replay. `none`: the delivery was never attempted. */
export type AnswerBefore = Answer | 'none'

/** Returns how a response status counts in statistics and replays. Null: no response. */
export function answerOf(status: number | null): Answer {
  if (status === null) return 'silent'
  return classifyStatus(status) === 'succeeded' ? 'ok' : 'refused'
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays before each attempt, in milliseconds: 12 attempts over 99 h 35 m, which covers Friday evening to Monday morning. */
export const attemptPausesMs = [
  0,
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
  24 * hour,
] as const

/** Share of a delay that is added at most, at random, so that deliveries that failed together aren't retried together. */
const jitter = 0.2
/** The receiver can always ask for a delay of this length. */
export const retryAfterMsMax = hour

/** Longest delay before each attempt, by the schedule or the receiver. A job that waits longer shows that Postgres's clock went back. */
export const longestPausesMs: readonly number[] = attemptPausesMs.map((step) =>
  step === 0 ? 0 : Math.max(step * (1 + jitter), retryAfterMsMax),
)

/** `random`: at least 0 and less than 1. `retryAfterMs`: the delay that the receiver asked for. `scale`: shortens the schedule. */
type Pause = { attemptsMade: number; random: number; retryAfterMs: number | null; scale: number }

/**
 * Returns the milliseconds until the next attempt, or null after the last. The receiver can ask for a longer delay, up to the next step or one
 * hour, whichever is larger, but not a shorter one.
 */
export function computePauseMs({ attemptsMade, random, retryAfterMs, scale }: Pause): number | null {
  const step = attemptPausesMs[attemptsMade]
  if (step === undefined) return null
  const scheduled = step * (1 + jitter * random) * scale
  return Math.round(Math.max(scheduled, Math.min(retryAfterMs ?? 0, Math.max(step, retryAfterMsMax))))
}

/** Parses `Retry-After`, seconds or an HTTP date (RFC 9110, section 10.2.3), into milliseconds from now; null for other text, although `Date.parse` accepts much of it. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,15}$/.test(value.trim())) return Number(value) * second
  const dateMs = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs)
}
