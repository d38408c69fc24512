import type { z } from 'zod'
import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import type { PageAnswer } from '../sessions/endpoint.ts'
import type { Session } from '../sessions/session.sql.ts'

/** Input of a sign-in request. `session`: the session that the handler needs. */
export type SignInCall<I = unknown, S = Session | undefined> = {
  runtime: GatewayRuntime
  exchange: Exchange
  input: I
  session: S
}

/** A sign-in request: the session it needs, its fields, and what it does. */
export type SignInHandler = {
  line: `${'GET' | 'POST' | 'DELETE'} ${string}`
  /** `none`: ignores the session. `code`: a session waiting for a code. `open`: a signed-in session. */
  needs: 'none' | 'code' | 'open'
  fields: z.ZodObject
  run(call: SignInCall): Promise<PageAnswer>
}

type HandlerCall<F extends z.ZodObject, N> = SignInCall<z.output<F>, N extends 'none' ? undefined : Session>

/** Defines a handler, whose input and session are type-checked against its function. */
export function handler<F extends z.ZodObject, N extends SignInHandler['needs']>(typed: {
  line: SignInHandler['line']
  needs: N
  fields: F
  run(call: HandlerCall<F, N>): Promise<PageAnswer>
}): SignInHandler {
  return typed as unknown as SignInHandler
}
