import type { IncomingMessage } from 'node:http'
import type { CallOptions } from '@posthorn/client'
import { Fault, fail } from '@posthorn/contracts'
import type { RequestHandler } from 'express'
import type { GatewayRuntime } from '../deps.ts'
import { refuseMovingNumber } from '../moves/refuse.ts'
import { sendBytes, sendFault, sendJson } from '../rest/answer.ts'
import { faultBehind } from '../rest/dispatch.ts'
import { type Exchange, openExchange } from '../rest/exchange.ts'
import { readBody } from '../rest/request/body.ts'
import { beginSpan, endSpan } from '../rest/span.ts'

/** The provider posts up to 1,000 updates, 3 MB, at once. */
const callbackBytesMax = 4 * 1024 * 1024
/** Larger bodies are not batched with other calls, so that a batch stays within the body limit of a service. */
const batchedBytesMax = 64 * 1024
const numberTextMax = 64
const signatureTextMax = 256

/** Handles the provider's callbacks. Bytes are passed on unchanged, and 200 means that they are stored. */
export function callbackEndpoint(runtime: GatewayRuntime): RequestHandler<{ number: string }> {
  const options = { publicUrl: runtime.config.PUBLIC_URL, proxies: runtime.deps.proxies }
  return async (req, res) => {
    const exchange = openExchange(req, res, options)
    exchange.template = '/callbacks/{number}'
    const span = beginSpan(runtime, exchange)
    try {
      const { number } = req.params
      if (number.length > numberTextMax) fail('number:not_found')
      refuseMovingNumber(runtime, number)
      if (req.method === 'POST') await receive(runtime, exchange, number)
      else if (req.method === 'GET' || req.method === 'HEAD') await verify(runtime, exchange, number)
      else fail('route:method_not_allowed', { allow: ['GET', 'HEAD', 'POST'] })
    } catch (err) {
      const fault = faultBehind(err)
      if (fault.status >= 500)
        runtime.log.error({ requestId: exchange.requestId, err: fault.cause, errorCode: fault.code }, 'callback.failed')
      sendFault(exchange, fault)
    }
    endSpan(span, exchange)
  }
}

/** Returns the identity of a callback. Its signature is the credential, which the numbers service checks. */
function callOptions({ requestId, traceparent }: Exchange): CallOptions {
  return { workspace: null, actor: { type: 'service', id: 'callbacks' }, scopes: [], requestId, traceparent }
}

function signatureOf(req: IncomingMessage): { signature?: string } {
  const signature = req.headers['x-hub-signature-256']
  return typeof signature === 'string' && signature.length <= signatureTextMax ? { signature } : {}
}

async function receive({ deps }: GatewayRuntime, exchange: Exchange, number: string): Promise<void> {
  const bytes = await readBody(exchange.req, callbackBytesMax)
  const { numbers, calling } = bytes.length > batchedBytesMax ? deps.unbatchedClients : deps.clients
  const input = { number, body: bytes.toString('base64'), ...signatureOf(exchange.req) }
  await numbers.callbacks.receive.mutate(input, calling(callOptions(exchange)))
  sendJson(exchange, 200, {})
}

async function verify({ deps }: GatewayRuntime, exchange: Exchange, number: string): Promise<void> {
  const query = new URLSearchParams(exchange.query)
  if (query.get('hub.mode') !== 'subscribe') fail('callback:verify_token_invalid')
  const input = {
    number,
    verifyToken: query.get('hub.verify_token') ?? '',
    challenge: query.get('hub.challenge') ?? '',
  }
  try {
    const { challenge } = await deps.clients.numbers.callbacks.verify.query(
      input,
      deps.clients.calling(callOptions(exchange)),
    )
    sendBytes(exchange, 200, { type: 'text/plain; charset=utf-8', body: challenge })
  } catch (err) {
    const fault = faultBehind(err)
    throw fault.status < 500 ? new Fault('callback:verify_token_invalid') : fault
  }
}
