import { createHmac, timingSafeEqual } from 'node:crypto'
import { deliveryHeaders } from '@posthorn/contracts'

/** A received request with its raw body. */
type SignedRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Maximum age of a delivery in seconds. Standard Webhooks 1.0 requires a limit, to prevent replays. */
const toleranceSeconds = 300

/**
 * Whether a delivery is signed with this `whsec_…` secret over its id, timestamp and raw body (Standard Webhooks 1.0, scheme v1: base64
 * HMAC-SHA256, with multiple signatures separated by spaces).
 */
export function isSigned({ headers, body }: SignedRequest, secret: string, nowSeconds: number): boolean {
  const [id, timestamp, signatures] = [deliveryHeaders.id, deliveryHeaders.timestamp, deliveryHeaders.signature].map(
    ({ name }) => String(headers[name.toLowerCase()] ?? ''),
  ) as [string, string, string]
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((entry) => {
    const [scheme, value = ''] = entry.split(',')
    const signature = Buffer.from(value, 'base64')
    return scheme === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

/** Returns the headers of a delivery, signed with this secret at the current time. */
export function signedHeaders(eventId: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')
  return {
    [deliveryHeaders.id.name]: eventId,
    [deliveryHeaders.timestamp.name]: timestamp,
    [deliveryHeaders.signature.name]: `v1,${signature}`,
  }
}
