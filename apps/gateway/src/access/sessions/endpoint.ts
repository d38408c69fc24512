import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFault } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { type Exchange, openExchange, sendFailure, sendJson, unavailable } from '../../rest/exchange.ts'
import { accountOf, type Session, sessionOf } from './session.sql.ts'
import { refuseWithoutCsrf } from './token.ts'

/** Input of a sign-in request. `session`: the session that the handler requires. */
type SignInCall<I = unknown, S = Session | undefined> = {
  runtime: GatewayRuntime
  exchange: Exchange
  input: I
  session: S
}

/** A sign-in request: the session that it requires, its fields, and its handler. */
export type SignInHandler = {
  line: `${'GET' | 'POST' | 'DELETE'} ${string}`
  /** `none`: ignores the session. `code`: a session waiting for a code. `open`: a signed-in session. */
  needs: 'none' | 'code' | 'open'
  fields: z.ZodObject
  run(call: SignInCall): Promise<PageAnswer>
}

type HandlerCall<F extends z.ZodObject, N> = SignInCall<z.output<F>, N extends 'none' ? undefined : Session>

/** Checks the types of a handler's input and session against its function, then forgets them, so that all handlers fit in one list. */
export function handler<F extends z.ZodObject, N extends SignInHandler['needs']>(definition: {
  line: SignInHandler['line']
  needs: N
  fields: F
  run(call: HandlerCall<F, N>): Promise<PageAnswer>
}): SignInHandler {
  return definition as unknown as SignInHandler
}

/** A password that someone entered. No minimum length, because it isn't being set here. */
export const password = z.string().min(1).max(1_000)

export const token = z.string().min(1).max(200)

/** A code from an authenticator app, or a recovery code. */
export const code = z.string().min(1).max(40)

export const nothing = z.strictObject({})

/** Returns the next step for a new session: entering a code, or none, with what a page shows of the session. */
export async function nextStep(runtime: GatewayRuntime, session: Session): Promise<Record<string, unknown>> {
  if (session.awaitsCode) return { next: 'code' }
  return { next: 'done', ...(await acrossWorkspaces(runtime, (em) => accountOf(em, runtime, session))) }
}

export type PageAnswer = { status: number; body?: unknown }

/** Creates an endpoint that only this server's pages call. Postgres failures count as temporary. `logPrefix`: begins the names of logged failures. */
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
      const failure = passing.code === 'service:unavailable' ? passing : err
      sendFailure(runtime, exchange, failure, `${logPrefix}.failed`)
    }
  }
}

/** Returns a page's session, which is signed in or waiting for a code. Refuses changes to a signed-in one that our pages didn't send. */
export async function demandSession(
  runtime: GatewayRuntime,
  exchange: Exchange,
  needs: 'code' | 'open',
): Promise<Session> {
  const session = await sessionOf(runtime, exchange).catch(unavailable)
  if (!session || session.awaitsCode !== (needs === 'code')) return fail('session:required')
  if (needs === 'open') refuseWithoutCsrf(exchange, runtime.vault, session.id)
  return session
}
