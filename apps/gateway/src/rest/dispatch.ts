import { type CallOptions as ClientCallOptions, type Clients, faultOf } from '@posthorn/client'
import { type CallContext, Fault, type PlacedOperation } from '@posthorn/contracts'
import { type AnyTRPCRouter, TRPCError } from '@trpc/server'

export type CallIdentity = Omit<CallContext, 'expiresAt'>

/** Identity of a call, and a callback that is called if its response is a replay. */
export type CallOptions = CallIdentity & { onReplayed: () => void }

/** Bytes and fields of an upload. The fields are validated after the last byte. */
export type UploadSource = { bytes: AsyncIterable<Buffer>; fields(): Promise<Record<string, unknown>> }

/** Calls a service. Rejects with an error that `faultBehind` understands. */
export type Dispatch = (input: unknown, call: CallOptions, signal?: AbortSignal) => Promise<unknown>

type Procedure = { query: Invoke; mutate: Invoke }
type Invoke = (input: unknown, options: object) => Promise<unknown>
type LocalCaller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

/** Lifetime of the call context for calls within the gateway. */
const localCallSeconds = 60

/** Returns the function that calls an operation of another service. */
export function dispatchOver(clients: Clients, { service, noun, verb, operation }: PlacedOperation): Dispatch {
  const nouns = clients[service] as unknown as Record<string, Record<string, Procedure>>
  const procedure = nouns[noun]?.[verb] as Procedure
  const invoke = operation.kind === 'query' ? procedure.query : procedure.mutate
  return (input, call, signal) =>
    invoke(input, { ...clients.calling(call as ClientCallOptions), ...(signal ? { signal } : {}) }).catch(
      hideInternalFault,
    )
}

/** Sends an upload to a service while its bytes arrive. */
export function forwardUpload(
  clients: Clients,
  { service, noun, verb }: PlacedOperation,
  request: UploadSource & { call: CallOptions },
): Promise<unknown> {
  const { bytes, fields, call } = request
  const operation = `${noun}.${verb}` as const
  return clients.upload(service, { operation, bytes, fields }, call as ClientCallOptions).catch(hideInternalFault)
}

/** Replaces a fault that callers can't fix, such as a missing operation or a refused credential, with `service:unavailable`. */
function hideInternalFault(err: unknown): never {
  const fault = faultOf(err)
  if (fault.code !== 'route:not_found' && fault.code !== 'session:invalid') throw fault
  throw new Fault('service:unavailable', { cause: fault, retryAfter: 1 })
}

/** Calls the gateway's own router. */
export function dispatchLocally(router: AnyTRPCRouter, { noun, verb }: PlacedOperation): Dispatch {
  return async (input, call) => {
    const context: CallContext = { ...call, expiresAt: Math.floor(Date.now() / 1000) + localCallSeconds }
    const replayed = new Set<string>()
    const caller = router.createCaller({ calls: [context], replayed }) as unknown as LocalCaller
    const verbs = caller[noun] as LocalCaller[string]
    const output = await verbs[verb]?.(input)
    if (replayed.size > 0) call.onReplayed()
    return output
  }
}

/** Returns the fault behind an error. tRPC wraps the faults of local calls. */
export function faultBehind(err: unknown): Fault {
  return faultOf(err instanceof TRPCError ? err.cause : err)
}
