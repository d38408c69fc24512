import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fail } from '@posthorn/contracts'

const requestIdPattern = /^[\w.:~-]{1,128}$/
const traceparentPattern = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
const hostPattern = /^[\w.:[\]-]{1,255}$/

/** The caller's `X-Request-Id` when it is one we can carry, else a fresh one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && requestIdPattern.test(given) ? given : `req_${randomUUID().replaceAll('-', '')}`
}

/** The caller's W3C trace context, when it is well formed. */
export function traceparentOf(req: IncomingMessage): string | undefined {
  const given = req.headers['traceparent']
  return typeof given === 'string' && traceparentPattern.test(given) ? given : undefined
}

/** The `Idempotency-Key` of a POST; other methods are idempotent by themselves and theirs is not looked at. */
export function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  const given = req.method === 'POST' ? req.headersDistinct['idempotency-key'] : undefined
  if (!given) return undefined
  const [key = '', ...more] = given
  if (more.length > 0 || !idempotencyKeyPattern.test(key)) fail('idempotency:key_invalid')
  return key
}

/** Address callers reach us at, without a slash at the end: as configured, or the one this request was sent to. */
export function publicUrlOf(req: IncomingMessage, configured: string | undefined): string {
  if (configured) return configured
  const host = req.headers.host ?? ''
  return hostPattern.test(host) ? `http://${host}` : ''
}
