import { VettedFetchError, type VettedFetcher } from '@posthorn/chassis/net'
import { signatureOf } from './sign.ts'

/** Everything a post to a receiver is made of; secrets in clear. */
export type Posting = {
  url: string
  eventId: string
  payload: string
  secrets: string[]
  secretHeader: { name: string; value: string } | null
  traceparent: string | null
  /** Says so to the receiver. */
  replay?: boolean
  timeoutMs: number
  /** By the clock of the database, if that is known. */
  startedAt?: Date
}

/** What became of a post. `status` is null when no answer came, `error` null when one came. */
export type PostResult = {
  startedAt: Date
  latencyMs: number
  status: number | null
  error: string | null
  responseHeaders: Record<string, string>
  responseBody: string
}

/** What deliveries call themselves. */
export const userAgent = 'Posthorn-Webhooks/1'

const responseBytesKept = 16 * 1024
const responseHeadersKept = 40
const headerLengthKept = 1_000
const errorLengthMax = 500

/** Posts an event to a receiver, signed at this moment. Never rejects: what went wrong is the result. */
export async function post(fetcher: VettedFetcher, posting: Posting): Promise<PostResult> {
  const { startedAt = new Date() } = posting
  const started = performance.now()
  try {
    const { status, headers, body, latencyMs } = await fetcher.request({
      url: posting.url,
      method: 'POST',
      headers: headersOf(posting, startedAt),
      body: posting.payload,
      timeoutMs: posting.timeoutMs,
    })
    const responseBody = storable(body.subarray(0, responseBytesKept).toString('utf8'))
    return { startedAt, latencyMs, status, error: null, responseHeaders: kept(headers), responseBody }
  } catch (err) {
    const latencyMs = Math.round(performance.now() - started)
    return { startedAt, latencyMs, status: null, error: errorOf(err), responseHeaders: {}, responseBody: '' }
  }
}

/** The headers of a delivery: Standard Webhooks, the receiver's own secret header, and the trace. */
export function headersOf(
  posting: Omit<Posting, 'url' | 'timeoutMs' | 'startedAt'>,
  now: Date,
): Record<string, string> {
  const { eventId, payload, secrets, secretHeader, traceparent, replay } = posting
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  return {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'Webhook-Id': eventId,
    'Webhook-Timestamp': String(timestampSeconds),
    'Webhook-Signature': signatureOf(secrets, { id: eventId, timestampSeconds, body: payload }),
    ...(secretHeader ? { [secretHeader.name]: secretHeader.value } : {}),
    ...(traceparent ? { traceparent } : {}),
    ...(replay ? { 'Webhook-Replay': 'true' } : {}),
  }
}

function errorOf(err: unknown): string {
  const text = err instanceof VettedFetchError ? `${err.reason}: ${err.message}` : String(err)
  return storable(text.slice(0, errorLengthMax))
}

/** Postgres text holds no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

function kept(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'set-cookie')
  return Object.fromEntries(
    entries.slice(0, responseHeadersKept).map(([name, value]) => [name, storable(value.slice(0, headerLengthKept))]),
  )
}
