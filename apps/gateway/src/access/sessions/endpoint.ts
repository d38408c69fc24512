import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFault } from '@posthorn/chassis'
import { Fault, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { sendFault, sendJson } from '../../rest/answer.ts'
import { faultBehind } from '../../rest/dispatch.ts'
import { type Exchange, openExchange } from '../../rest/exchange.ts'
import { sessionOf } from './open.ts'
import type { Session } from './session.sql.ts'
import { isReadMethod, refuseWithoutCsrf } from './token.ts'

export type PageAnswer = { status: number; body?: unknown }

/**
 * Creates an endpoint for this server's pages. Reports Postgres failures as temporary. `logPrefix`: first part of the name of logged
 * failures.
 */
export function pageEndpoint(
  runtime: GatewayRuntime,
  logPrefix: string,
  serve: (exchange: Exchange) => Promise<PageAnswer>,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    const exchange = openExchange(req, res, runtime)
    exchange.headers['Cache-Control'] = 'no-store'
    try {
      const { status, body } = await serve(exchange)
      if (body === undefined) res.writeHead(status, { 'X-Request-Id': exchange.requestId, ...exchange.headers }).end()
      else sendJson(exchange, status, body)
    } catch (err) {
      const passing = toFault(err)
      const fault = passing.code === 'service:unavailable' ? passing : faultBehind(err)
      if (fault.status >= 500)
        runtime.log.error(
          { requestId: exchange.requestId, errorCode: fault.code, err: fault.cause },
          `${logPrefix}.failed`,
        )
      sendFault(exchange, fault)
    }
  }
}

/** Returns a page's session, which is signed in or waiting for a code. Refuses changes that weren't sent by our pages. */
export async function demandSession(
  runtime: GatewayRuntime,
  exchange: Exchange,
  needs: 'code' | 'open',
): Promise<Session> {
  const session = await sessionOf(runtime, exchange).catch((cause: unknown) => {
    throw new Fault('service:unavailable', { cause, retryAfter: 2 })
  })
  if (!session || session.awaitsCode !== (needs === 'code')) return fail('session:required')
  // Another page can make the browser send a request, so one that changes something has to prove that our pages sent it.
  if (needs === 'open' && !isReadMethod(exchange.req.method)) refuseWithoutCsrf(exchange, runtime.vault, session.id)
  return session
}
