import { whenClosed } from '@posthorn/chassis'
import { withRefusedValues } from '@posthorn/contracts'
import type { Caller } from '../access/auth/keyring.ts'
import { hasConfirmed } from '../access/sessions/admit.ts'
import { type CallOptions, faultBehind } from './dispatch.ts'
import type { Exchange } from './exchange.ts'
import type { Route } from './route.ts'

export type Call = { route: Route; caller: Caller; input: unknown; idempotencyKey: string | undefined }

/** Returns the information about the caller that the gateway sends to a service. */
export function callOptionsOf(
  { headers, requestId, traceparent, address }: Exchange,
  { caller, idempotencyKey }: Pick<Call, 'caller' | 'idempotencyKey'>,
): CallOptions {
  return {
    workspace: caller.workspace,
    ...actorOf(caller),
    scopes: caller.scopes,
    ...(caller.numbers ? { numbers: caller.numbers } : {}),
    requestId,
    ...(address ? { ip: address } : {}),
    traceparent,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    onReplayed: () => {
      headers['Idempotent-Replayed'] = 'true'
    },
  }
}

/** Returns the actor: the API key, or the member of the session. */
function actorOf({ key, name, member }: Caller): Pick<CallOptions, 'actor' | 'session' | 'role' | 'confirmed'> {
  if (!member) return { actor: { type: 'key', id: key, name } }
  const actor = { type: 'member' as const, id: member.id, name }
  return { actor, session: key, role: member.role, confirmed: hasConfirmed(member) }
}

/** Calls the service of a route. An error includes the values that were refused. */
export function callService(exchange: Exchange, call: Call, signal?: AbortSignal): Promise<unknown> {
  return call.route.dispatch(call.input, callOptionsOf(exchange, call), signal).catch((err: unknown) => {
    throw withRefusedValues(faultBehind(err), call.input)
  })
}

/**
 * Returns a signal that aborts when the caller disconnects, so that no work is done for no one. Only for calls that may take a long time.
 */
export function signalOf({ res }: Exchange, { operation }: Route): AbortSignal | undefined {
  if (!operation.slow && !operation.stream) return undefined
  const closed = new AbortController()
  whenClosed(res, () => closed.abort())
  return closed.signal
}
