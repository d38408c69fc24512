import type { IncomingMessage } from 'node:http'
import { readBody } from '@posthorn/chassis'
import type { CallOptions } from '@posthorn/client'
import { fail } from '@posthorn/contracts'
import type { RequestHandler } from 'express'
import type { GatewayRuntime } from '../deps.ts'
import { refuseMovingNumber } from '../installation/moves.sql.ts'
import {
  beginSpan,
  type Exchange,
  endSpan,
  faultBehind,
  openExchange,
  sendBytes,
  sendFailure,
  sendJson,
} from '../rest/exchange.ts'

/** The provider posts up to 1,000 updates or 3 MB in one request. */
const callbackBytesMax = 4 * 1024 * 1024
/** Larger bodies aren't batched with other calls, so that a batch stays within the service's body limit. */
const batchedBytesMax = 64 * 1024
const signaturePattern = /^sha256=[0-9a-f]{64}$/
/** Maximum lengths of the verify token and the challenge. */
const verifyTextMax = { token: 256, challenge: 1024 }

/**
 * Handles provider callbacks. Forwards the raw bytes; a 200 means they are stored. Reads the body only if the header looks like a signature
 * and the number is connected. Otherwise it responds as if the signature were wrong.
 */
export const callbackEndpoint =
  (runtime: GatewayRuntime): RequestHandler<{ number: string }> =>
  async (req, res) => {
    const exchange = openExchange(req, res, runtime)
    exchange.template = '/callbacks/{number}'
    const span = beginSpan(runtime, exchange)
    try {
      const { number } = req.params
      refuseMovingNumber(runtime, number)
      if (req.method === 'POST') await receive(runtime, exchange, number)
      else if (req.method === 'GET' || req.method === 'HEAD') await verify(runtime, exchange, number)
      else fail('route:method_not_allowed', { allow: ['GET', 'HEAD', 'POST'] })
    } catch (err) {
      sendFailure(runtime, exchange, err, 'callback.failed')
    }
    endSpan(span, exchange)
  }

/** Returns the identity for a call on behalf of a callback. A callback's credential is its signature, which the numbers service checks. */
function callOptions({ requestId, traceparent }: Exchange): CallOptions {
  return { workspace: null, actor: { type: 'service', id: 'callbacks' }, scopes: [], requestId, traceparent }
}

/** Returns the provider's signature. Fails if the header cannot be one, before anything else is spent on the request. */
function signatureOf({ headers }: IncomingMessage): string {
  const signature = headers['x-hub-signature-256']
  if (typeof signature !== 'string' || !signaturePattern.test(signature)) fail('callback:signature_invalid')
  return signature
}

/** Receives a callback for a connected number. Large bodies are handled separately, because they cost more to read and verify. */
async function receive({ deps }: GatewayRuntime, exchange: Exchange, numberId: string): Promise<void> {
  const { req, network } = exchange
  const signature = signatureOf(req)
  const workspace = await deps.callbackNumbers.workspaceOf(numberId, network)
  if (workspace === null) fail('callback:signature_invalid')
  exchange.owners = { workspace, address: network }
  const announcedBytes = Number(req.headers['content-length'] ?? callbackBytesMax)
  if (announcedBytes > batchedBytesMax)
    await receiveLarge(deps, exchange, { number: numberId, signature, announcedBytes })
  else {
    const body = await readBody(exchange, callbackBytesMax)
    const call = deps.clients.calling(callOptions(exchange))
    await deps.clients.numbers.callbacks.receive.mutate({ number: numberId, body, signature }, call)
  }
  sendJson(exchange, 200, {})
}

/** Receives a callback that is expensive to verify. First refuses an address that repeatedly sent large, wrongly signed bodies. */
async function receiveLarge(
  { limiter, unbatchedClients: { numbers, calling } }: GatewayRuntime['deps'],
  exchange: Exchange,
  { number: numberId, signature, announcedBytes }: { number: string; signature: string; announcedBytes: number },
): Promise<void> {
  const forward = async () => {
    const body = await readBody(exchange, callbackBytesMax)
    return numbers.callbacks.receive
      .mutate({ number: numberId, body, signature }, calling(callOptions(exchange)))
      .catch((err: unknown) => {
        if (faultBehind(err).code === 'callback:signature_invalid') return null
        throw err
      })
  }
  const received = await limiter.attempt(exchange.network, forward, announcedBytes)
  if (received === null) fail('callback:signature_invalid')
}

/** Responds to a verification request. A failed one counts against the sender's address, because each request calls the service. */
async function verify({ deps }: GatewayRuntime, exchange: Exchange, numberId: string): Promise<void> {
  const query = new URLSearchParams(exchange.query)
  const verifyToken = query.get('hub.verify_token') ?? ''
  const challenge = query.get('hub.challenge') ?? ''
  const isVerification = query.get('hub.mode') === 'subscribe' && verifyToken !== ''
  if (!isVerification || verifyToken.length > verifyTextMax.token || challenge.length > verifyTextMax.challenge)
    fail('callback:verify_token_invalid')
  const { callbackNumbers, clients, limiter } = deps
  const { network } = exchange
  if ((await callbackNumbers.workspaceOf(numberId, network)) === null) fail('callback:verify_token_invalid')
  const call = clients.calling(callOptions(exchange))
  const verified = await limiter.attempt(network, () =>
    clients.numbers.callbacks.verify.query({ number: numberId, verifyToken, challenge }, call).catch((err: unknown) => {
      if (faultBehind(err).status < 500) return null
      throw err
    }),
  )
  if (verified === null) fail('callback:verify_token_invalid')
  sendBytes(exchange, 200, { type: 'text/plain; charset=utf-8', body: verified.challenge })
}
