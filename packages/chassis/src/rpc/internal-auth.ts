import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CallContext, callContext, callContextHeader, callsPerBatchMax, fail } from '@posthorn/contracts'
import { sameText } from '../crypto.ts'

/** Verifies the signed contexts of a batch. */
export type ContextVerifier = (header: string | string[] | undefined, nowMs?: number) => (CallContext | null)[]

/** Reads what a token carries, or undefined without the signature of a known caller. Nothing is cached. */
function signedPayload(token: string, secrets: Map<string, string>): unknown {
  const [payload, name, signature, ...rest] = token.trim().split('.')
  const secret = secrets.get(name ?? '')
  if (!payload || !signature || !secret || rest.length > 0) return undefined
  const expected = createHmac('sha256', secret).update(payload).digest('base64url')
  return sameText(expected, signature) ? parseJson(payload) : undefined
}

/** Returns a context that is complete and has not expired, otherwise null. */
function validContext(given: unknown, nowMs: number): CallContext | null {
  const parsed = callContext.safeParse(given)
  return parsed.success && parsed.data.expiresAt * 1000 > nowMs ? parsed.data : null
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns a verifier for these credentials: name → secret. It returns the context of each call in its place, or null where it is refused.
 * A token for each call, or one token with the list of all contexts.
 */
export function contextVerifier(secrets: Map<string, string>): ContextVerifier {
  return (header, nowMs = Date.now()) => {
    if (typeof header !== 'string') return []
    const tokens = header.split(',')
    refuseTooMany(tokens)
    const payloads = tokens.map((token) => signedPayload(token, secrets))
    const [first] = payloads
    const contexts = payloads.length === 1 && Array.isArray(first) ? (first as unknown[]) : payloads
    refuseTooMany(contexts)
    return contexts.map((context) => validContext(context, nowMs))
  }
}

function refuseTooMany(calls: unknown[]): void {
  if (calls.length <= callsPerBatchMax) return
  fail('session:invalid', { message: `At most ${callsPerBatchMax} calls share one request.` })
}

/** The contexts a request brings; one that names no address of its caller has that of the connection. */
export function callsOf(verify: ContextVerifier, req: IncomingMessage): (CallContext | null)[] {
  const ip = req.socket.remoteAddress?.replace(/^::ffff:/, '')
  return verify(req.headers[callContextHeader]).map((call) => call && (ip === undefined ? call : { ip, ...call }))
}
