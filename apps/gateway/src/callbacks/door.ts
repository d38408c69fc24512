import type { IncomingMessage } from 'node:http'
import type { CallOptions } from '@posthorn/client'
import { Fault, fail } from '@posthorn/contracts'
import type { Request, RequestHandler } from 'express'
import type { GatewayRuntime } from '../deps.ts'
import { type Exchange, sendBytes, sendFault, sendJson } from '../rest/answer.ts'
import { readBody } from '../rest/body.ts'
import { faultBehind } from '../rest/dispatch.ts'
import { beginExchange } from '../rest/pipeline.ts'
import { beginStep, endStep } from '../rest/step.ts'

/** The provider posts up to 1,000 updates, 3 MB, at once. */
const callbackBytesMax = 4 * 1024 * 1024
/** Larger bodies travel alone, so that a batch of calls stays within what a service takes at once. */
const batchedBytesMax = 64 * 1024
const numberTextMax = 64
const signatureTextMax = 256

/** The door for the provider's callbacks: bytes are handed on as they came, and 200 says that they are stored. */
export function callbackDoor(runtime: GatewayRuntime): RequestHandler<{ number: string }> {
  return async (req, res) => {
    const exchange = beginExchange(req, res, runtime.config.PUBLIC_URL)
    exchange.path = '/callbacks/{number}'
    const step = beginStep(runtime, exchange)
    try {
      const { number } = req.params
      if (number.length > numberTextMax) fail('number:not_found')
      if (req.method === 'POST') await receive(runtime, exchange, number)
      else if (req.method === 'GET' || req.method === 'HEAD') await verify(runtime, exchange, { req, number })
      else fail('route:method_not_allowed', { allow: ['GET', 'HEAD', 'POST'] })
    } catch (err) {
      const fault = faultBehind(err)
      if (fault.status >= 500) runtime.log.warn({ err: fault.cause, errorCode: fault.code }, 'callback.failed')
      sendFault(exchange, fault)
    }
    endStep(step, exchange)
  }
}

/** Nobody of ours calls: the signature is the credential, and the numbers service checks it. */
function calling({ requestId, traceparent }: Exchange): CallOptions {
  return { workspace: null, actor: { type: 'service', id: 'callbacks' }, scopes: [], requestId, traceparent }
}

function signatureOf(req: IncomingMessage): { signature?: string } {
  const given = req.headers['x-hub-signature-256']
  return typeof given === 'string' && given.length <= signatureTextMax ? { signature: given } : {}
}

async function receive({ deps }: GatewayRuntime, exchange: Exchange, number: string): Promise<void> {
  const bytes = await readBody(exchange.req, callbackBytesMax)
  const { numbers, calling: options } = bytes.length > batchedBytesMax ? deps.loneClients : deps.clients
  const input = { number, body: bytes.toString('base64'), ...signatureOf(exchange.req) }
  await numbers.callbacks.receive.mutate(input, options(calling(exchange)))
  sendJson(exchange, 200, {})
}

type Verification = { req: Request<{ number: string }>; number: string }

async function verify({ deps }: GatewayRuntime, exchange: Exchange, { req, number }: Verification): Promise<void> {
  const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '')
  if (query.get('hub.mode') !== 'subscribe') fail('callback:verify_token_invalid')
  const input = {
    number,
    verifyToken: query.get('hub.verify_token') ?? '',
    challenge: query.get('hub.challenge') ?? '',
  }
  try {
    const { challenge } = await deps.clients.numbers.callbacks.verify.query(
      input,
      deps.clients.calling(calling(exchange)),
    )
    sendBytes(exchange, 200, { type: 'text/plain; charset=utf-8', body: challenge })
  } catch (err) {
    const fault = faultBehind(err)
    throw fault.status < 500 ? new Fault('callback:verify_token_invalid') : fault
  }
}
