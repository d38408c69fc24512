import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CallContext, callContext, callContextHeader, callsPerBatchMax, fail } from '@posthorn/contracts'
import { sameText } from '../crypto.ts'

/** Verifies the signed contexts of a batch. */
export type ContextVerifier = (header: string | string[] | undefined, nowMs?: number) => (CallContext | null)[]

/** Recently verified contexts are not verified again within one request only; nothing is cached across requests. */
function verifyOne(token: string, secrets: Map<string, string>, nowMs: number): CallContext | null {
  const [payload, name, signature, ...rest] = token.trim().split('.')
  const secret = secrets.get(name ?? '')
  if (!payload || !signature || !secret || rest.length > 0) return null
  const expected = createHmac('sha256', secret).update(payload).digest('base64url')
  if (!sameText(expected, signature)) return null
  const parsed = callContext.safeParse(parseJson(payload))
  if (!parsed.success || parsed.data.expiresAt * 1000 <= nowMs) return null
  return parsed.data
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Returns a verifier for these credentials: name → secret. It returns the context of each call in its place, or null where it is refused. */
export function contextVerifier(secrets: Map<string, string>): ContextVerifier {
  return (header, nowMs = Date.now()) => {
    if (typeof header !== 'string') return []
    const tokens = header.split(',')
    if (tokens.length > callsPerBatchMax)
      fail('session:invalid', { message: `At most ${callsPerBatchMax} calls share one request.` })
    return tokens.map((token) => verifyOne(token, secrets, nowMs))
  }
}

/** The contexts a request brings; one that names no address of its caller has that of the connection. */
export function callsOf(verify: ContextVerifier, req: IncomingMessage): (CallContext | null)[] {
  const ip = req.socket.remoteAddress?.replace(/^::ffff:/, '')
  return verify(req.headers[callContextHeader]).map((call) => call && (ip === undefined ? call : { ip, ...call }))
}
