import { SignatureError } from './errors.ts'
import type { Event } from './generated/types.ts'

/** A webhook request as it arrived. */
export type ReceivedWebhook = {
  /** Request headers. Names can be in uppercase or lowercase. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw, unparsed body as bytes or text. */
  body: string | Uint8Array | ArrayBuffer
  /** The signing secret, `whsec_…`. Pass several during a rotation. */
  secret: string | readonly string[]
  /** How far a signature's time may differ from now, in seconds. Default: 300. */
  toleranceSeconds?: number
}

/** Verifies a webhook request's signature and returns its event. Throws `SignatureError` if verification fails. */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<Event> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (timestamp === '') throw new SignatureError('The header webhook-timestamp is missing.')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || age > toleranceSeconds) {
    throw new SignatureError('The timestamp of the webhook is too old, too new or not a number.')
  }
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  const secrets = typeof secret === 'string' ? [secret] : secret
  for (const each of secrets) if (await isSigned(signed, signatures, each)) return eventOf(bytes)
  throw new SignatureError('No signature of the webhook matches the secret.')
}

async function isSigned(signed: BufferSource, signatures: readonly string[], secret: string): Promise<boolean> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) throw new TypeError('secret must be a signing secret, whsec_…')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  for (const entry of signatures) {
    const signature = entry.startsWith('v1,') ? bytesOf(entry.slice(3)) : undefined
    // Web Crypto compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

function eventOf(bytes: Uint8Array): Event {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Event
  } catch (cause) {
    throw new SignatureError('The body of the webhook is not JSON.', { cause })
  }
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
