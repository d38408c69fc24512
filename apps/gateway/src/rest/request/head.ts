import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fail } from '@posthorn/contracts'

const requestIdPattern = /^[\w.:~-]{1,128}$/
const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
const hostPattern = /^[\w.:[\]-]{1,255}$/

/** Returns the caller's `X-Request-Id`, or a new id if it is missing or invalid. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : `req_${randomUUID().replaceAll('-', '')}`
}

/** Returns the caller's W3C trace context if it is valid. */
export function traceparentOf(req: IncomingMessage): string | undefined {
  const given = req.headers['traceparent']
  return typeof given === 'string' && traceparentPattern.test(given) ? given : undefined
}

/** Returns the API key from `Token` or `Authorization: Bearer`. */
export function apiKeyOf({ headers }: IncomingMessage): string | undefined {
  const token = headers['token']
  if (typeof token === 'string') return token.trim()
  return /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim()
}

/** Returns the `Idempotency-Key` of a POST. Ignores the key for other methods, which are idempotent. */
export function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  const given = req.method === 'POST' ? req.headersDistinct['idempotency-key'] : undefined
  if (!given) return undefined
  const [key = '', ...more] = given
  if (more.length > 0 || !idempotencyKeyPattern.test(key)) fail('idempotency:key_invalid')
  return key
}

/** Returns the public base URL of this API without a trailing slash: the configured one, or else one from the `Host` header. */
export function publicUrlOf(req: IncomingMessage, configured: string | undefined): string {
  if (configured) return configured
  const host = req.headers.host ?? ''
  return hostPattern.test(host) ? `http://${host}` : ''
}
