import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Tx, toFault } from '@posthorn/chassis'
import { type auditedSignIns, fail, type Id, newId } from '@posthorn/contracts'
import { z } from 'zod'
import { changeAcrossWorkspaces, membershipsOf } from '../../accounts/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { type Exchange, openExchange, sendFailure, sendJson, unavailable } from '../../rest/exchange.ts'
import { accountOf, type Session, sessionOf } from './session.sql.ts'
import { refuseWithoutCsrf } from './token.ts'

/** Input of a sign-in request. `session`: the session that the handler requires. */
export type SignInCall<I = unknown, S = Session | undefined> = {
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

/** Returns the next step for a new session: entering a code, or nothing. Records the sign-in if no code is needed. */
export async function nextStep({
  runtime,
  exchange,
  session,
}: {
  runtime: GatewayRuntime
  exchange: Exchange
  session: Session
}): Promise<Record<string, unknown>> {
  if (session.awaitsCode) return { next: 'code' }
  const began = { operation: 'session.began', person: session.person.id, session: session.id } as const
  await changeAcrossWorkspaces(runtime, (tx) => recordSession(tx, exchange, began))
  return { next: 'done', ...(await accountOf(runtime, session)) }
}

type SessionEvent = {
  operation: Exclude<(typeof auditedSignIns)[number], 'invitation.accepted'>
  person: string
  session?: string
}

const endingSessions: readonly SessionEvent['operation'][] = ['password.changed', 'secondFactor.began', 'session.ended']

/**
 * Records a sign-in, sign-out, refusal, or change of the password or second factor in the audit log of each of the person's workspaces. Also
 * tells all gateways if it ended sessions. Call it in the transaction of the change, so that neither is stored without the other.
 */
export async function recordSession(
  tx: Tx,
  { address, requestId, traceparent }: Exchange,
  { operation, person, session }: SessionEvent,
): Promise<void> {
  for (const { workspace, member, name } of await membershipsOf(tx.em, person)) {
    const data = {
      actor: { type: 'member' as const, id: member, name },
      service: 'gateway',
      operation,
      target: session ?? member,
      ip: address || null,
      requestId,
      given: {},
      changes: [],
      truncated: false,
    }
    if (endingSessions.includes(operation)) announceEnd(tx, workspace, member)
    tx.emit({ kind: 'audit:recorded', workspace, data, aggregate: { id: requestId, version: 1 }, traceparent })
  }
}

/** Tells all gateways that a person's sessions have ended, so that they end the person's streams immediately. */
export async function announceEnded(tx: Tx, personId: string): Promise<void> {
  for (const { workspace, member } of await membershipsOf(tx.em, personId)) announceEnd(tx, workspace, member)
}

/** Tells all gateways that a member's session ended. The aggregate is a new id, because sessions have no versions. */
function announceEnd(tx: Tx, workspace: string, member: string): void {
  const data = { member: member as Id<'mem'> }
  tx.emit({ kind: 'session:ended', workspace, data, aggregate: { id: newId('evt'), version: 1 } })
}

export type PageAnswer = { status: number; body?: unknown }

/** Creates an endpoint for this server's pages. Postgres failures count as temporary. `logPrefix`: begins the names of logged failures. */
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
