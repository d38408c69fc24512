import type { KeyObject } from 'node:crypto'
import { deliveryHeaders, type ProviderChange, type RenderedEvent } from '@posthorn/contracts'
import { ExchangeError, failureOf, type VettedFetcher } from '@posthorn/http'
import type { Format } from '../formats/formats.ts'
import { sign } from './sign.ts'

/** A request to a receiver. `secretHeader` is decrypted. */
export type DeliveryRequest = {
  url: string
  eventId: string
  /** The event as stored. It is converted here to the webhook's format, for the subscribed names. */
  payload: string
  /** The provider's original callback, if the payload doesn't contain all of it. */
  callback?: ProviderChange | null
  format: Format
  names: readonly string[]
  signingKeys: readonly KeyObject[]
  secretHeader: { name: string; value: string } | null
  traceparent: string | null
  /** Sets `Webhook-Replay: true`. */
  replay?: boolean
  timeoutMs: number
  /** Start time according to the database's clock, if known. */
  startedAt?: Date
}

/**
 * Result of an attempt. `status` is null without a response; `error` is null with one. `cause` is for the log and includes details that the
 * error text omits.
 */
export type AttemptResult = {
  startedAt: Date
  latencyMs: number
  status: number | null
  error: string | null
  responseHeaders: Record<string, string>
  responseBody: string
  cause?: unknown
}

export const userAgent = 'Posthorn-Webhooks/1'

const responseBytesMax = 16 * 1024
const responseHeadersMax = 40
const headerLengthMax = 1_000

/** Posts an event to a receiver, signed with the current time. Never rejects: errors are part of the result. */
export async function post(fetcher: VettedFetcher, request: DeliveryRequest): Promise<AttemptResult> {
  const { startedAt = new Date() } = request
  const started = performance.now()
  try {
    const rendered = request.format.render(request.payload, request.names, request.callback ?? undefined)
    const { status, headers, body, latencyMs } = await fetcher.request({
      url: request.url,
      method: 'POST',
      headers: buildHeaders(request, rendered, startedAt),
      body: rendered.body,
      timeoutMs: request.timeoutMs,
    })
    const responseBody = replaceNul(body.subarray(0, responseBytesMax).toString('utf8'))
    return { startedAt, latencyMs, status, error: null, responseHeaders: boundHeaders(headers), responseBody }
  } catch (err) {
    const latencyMs = Math.round(performance.now() - started)
    const failure = err instanceof ExchangeError ? err : failureOf('invalid', err)
    const error = `${failure.reason}: ${failure.message}`
    return { startedAt, latencyMs, status: null, error, responseHeaders: {}, responseBody: '', cause: failure.cause }
  }
}

/** Builds the headers: the format's own, its signature, the receiver's secret header, and the trace. */
function buildHeaders(
  { eventId, format, signingKeys, secretHeader, traceparent, replay }: DeliveryRequest,
  rendered: RenderedEvent,
  now: Date,
): Record<string, string> {
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  return {
    'Content-Type': 'application/json',
    ...rendered.headers,
    'User-Agent': userAgent,
    ...sign(format.signature, signingKeys, { id: eventId, timestampSeconds, body: rendered.body }),
    ...(secretHeader ? { [secretHeader.name]: secretHeader.value } : {}),
    ...(traceparent ? { [deliveryHeaders.traceparent.name]: traceparent } : {}),
    ...(replay ? { [deliveryHeaders.replay.name]: 'true' } : {}),
  }
}

/** Replaces NUL, which Postgres text can't contain. */
function replaceNul(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/**
 * Returns the response headers to store. Leaves out cookies, which can be secrets, and limits number and length, because the receiver
 * chooses them.
 */
function boundHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'set-cookie')
  return Object.fromEntries(
    entries.slice(0, responseHeadersMax).map(([name, value]) => [name, replaceNul(value.slice(0, headerLengthMax))]),
  )
}
