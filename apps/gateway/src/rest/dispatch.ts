import { type CallOptions, type Clients, faultOf } from '@posthorn/client'
import { type CallContext, Fault, type PlacedOperation } from '@posthorn/contracts'
import { type AnyTRPCRouter, TRPCError } from '@trpc/server'

/** What the gateway states about a caller's call. */
export type Calling = Omit<CallContext, 'expiresAt'>

/** Bytes on their way in, and the fields that go with them, validated when the bytes have ended. */
export type Incoming = { bytes: AsyncIterable<Buffer>; fields(): Promise<Record<string, unknown>> }

/** Hands a call to the service that answers it; rejects with whatever `faultBehind` understands. */
export type Dispatch = (
  input: unknown,
  call: Calling & { onReplayed: () => void },
  signal?: AbortSignal,
) => Promise<unknown>

type Procedure = { query: Ask; mutate: Ask }
type Ask = (input: unknown, options: object) => Promise<unknown>
type OwnCaller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** Calls of the gateway's own operations stay in the process; this many seconds they may wait. */
const ownCallSeconds = 60

/** Over the typed client, to another service. */
export function dispatchOver(clients: Clients, { service, noun, verb, operation }: PlacedOperation): Dispatch {
  const nouns = clients[service] as unknown as Record<string, Record<string, Procedure>>
  const procedure = nouns[noun]?.[verb] as Procedure
  const ask = operation.kind === 'query' ? procedure.query : procedure.mutate
  return (input, call, signal) =>
    ask(input, { ...clients.calling(call as CallOptions), ...(signal ? { signal } : {}) }).catch(ourOwnFault)
}

/** Brings bytes to the service that takes them. */
export function bring(
  clients: Clients,
  { service, noun, verb }: PlacedOperation,
  request: Incoming & { call: Parameters<Dispatch>[1]; signal?: AbortSignal },
): Promise<unknown> {
  const { bytes, fields, call, signal } = request
  const options = { ...(call as CallOptions), ...(signal ? { signal } : {}) }
  return clients.upload(service, { operation: `${noun}.${verb}`, bytes, fields }, options).catch(ourOwnFault)
}

/** A service that does not know the operation, or refuses our credential, is no fault of the caller's: it is not there for us yet. */
function ourOwnFault(err: unknown): never {
  const fault = faultOf(err)
  if (fault.code !== 'route:not_found' && fault.code !== 'session:invalid') throw fault
  throw new Fault('service:unavailable', { cause: fault, retryAfter: 1 })
}

/** To the gateway's own router. */
export function dispatchHere(router: AnyTRPCRouter, { noun, verb }: PlacedOperation): Dispatch {
  return async (input, call) => {
    const context: CallContext = { ...call, expiresAt: Math.floor(Date.now() / 1000) + ownCallSeconds }
    const caller = router.createCaller({ calls: [context], replayed: new Set() }) as unknown as OwnCaller
    const verbs = caller[noun] as OwnCaller[string]
    return verbs[verb]?.(input)
  }
}

/** The refusal behind whatever a dispatch rejected with. */
export function faultBehind(err: unknown): Fault {
  return faultOf(err instanceof TRPCError ? err.cause : err)
}
