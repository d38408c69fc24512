import { whenClosed } from '@posthorn/chassis'
import { type CallOptions as ClientCallOptions, type Clients, faultOf } from '@posthorn/client'
import {
  type CallContext,
  type ErrorCode,
  Fault,
  type Method,
  nearestName,
  type PhonePlaces,
  type PlacedOperation,
  parseRest,
  phonePlacesIn,
  type RestLine,
  withRefusedValues,
} from '@posthorn/contracts'
import type { AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import type { Caller } from '../access/auth/keyring.ts'
import { type Exchange, faultBehind } from './exchange.ts'
import { type QueryDecoder, queryDecoder } from './request/query.ts'

/** Identity of a call, and a callback that is called if its response is a replay. */
export type CallOptions = Omit<CallContext, 'expiresAt'> & { onReplayed: () => void }

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

/** Sends an upload to a service while its bytes arrive. `check` fails once the caller may not make it; then nothing stays. */
export function forwardUpload(
  clients: Clients,
  { service, noun, verb }: PlacedOperation,
  request: UploadSource & { call: CallOptions; check: () => Promise<void> },
): Promise<unknown> {
  const { bytes, call, check } = request
  const fields = async () => {
    const given = await request.fields()
    await check()
    return given
  }
  const operation = `${noun}.${verb}` as const
  return clients.upload(service, { operation, bytes, fields }, call as ClientCallOptions).catch(hideInternalFault)
}

/** Replaces a fault that callers can't fix, such as a missing operation or a refused credential, with `service:unavailable`. */
function hideInternalFault(err: unknown): never {
  const fault = faultOf(err)
  if (fault.code !== 'route:not_found' && fault.code !== 'session:invalid') throw fault
  throw new Fault('service:unavailable', { cause: fault, retryAfter: 1 })
}

/** Returns the function that calls an operation of the gateway itself, in this process. */
export const dispatchLocally =
  (router: AnyTRPCRouter, { noun, verb }: PlacedOperation): Dispatch =>
  async (input, call) => {
    const context: CallContext = { ...call, expiresAt: Math.floor(Date.now() / 1000) + localCallSeconds }
    const replayed = new Set<string>()
    const caller = router.createCaller({ calls: [context], replayed }) as unknown as LocalCaller
    const verbs = caller[noun] as LocalCaller[string]
    const output = await verbs[verb]?.(input)
    if (replayed.size > 0) call.onReplayed()
    return output
  }

export type Call = { route: Route; caller: Caller; input: unknown; idempotencyKey: string | undefined }

/** Returns what the gateway tells a service about the caller and request, and the callback that marks a replayed response. */
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

/** Returns who acts: the API key, or the member with their session and role, and whether they have just confirmed who they are. */
function actorOf({ key, name, member }: Caller): Pick<CallOptions, 'actor' | 'session' | 'role' | 'confirmed'> {
  if (!member) return { actor: { type: 'key', id: key, name } }
  const actor = { type: 'member' as const, id: member.id, name }
  return { actor, session: key, role: member.role, confirmed: member.hasConfirmed }
}

/** Calls the service of a route. An error includes the values that were refused. */
export const callService = (exchange: Exchange, call: Call, signal?: AbortSignal): Promise<unknown> =>
  call.route.dispatch(call.input, callOptionsOf(exchange, call), signal).catch((err: unknown) => {
    throw withRefusedValues(faultBehind(err), call.input)
  })

/** Returns a signal that aborts when the caller disconnects, so that no work is in vain. Only for calls that may take long. */
export function signalOf({ res }: Exchange, { operation }: Route): AbortSignal | undefined {
  if (!operation.slow && !operation.stream) return undefined
  const closed = new AbortController()
  whenClosed(res, () => closed.abort())
  return closed.signal
}

/** A public route: an operation with everything that its requests need, computed once at startup. */
export type Route = PlacedOperation & {
  /** Noun and verb, as in the API reference. */
  name: string
  method: Method
  path: string
  parameters: string[]
  status: number
  /** Fields of the query or body: all fields that aren't in the path. */
  fields: string[]
  /** List fields with their maximum lengths. */
  listsMax: (readonly [name: string, most: number])[]
  decodeQuery: QueryDecoder
  /** Where the input contains phone numbers. Null if it contains none. */
  phones: PhonePlaces | null
  /** Error code for an id in the path that doesn't exist. */
  notFound: ErrorCode
  dispatch: Dispatch
}

/** Creates the route of an operation. What depends only on the contract is computed here once, not for each request. */
export function routeOf(placed: PlacedOperation & { rest: RestLine }, dispatch: Dispatch): Route {
  const { operation } = placed
  const { method, path, parameters } = parseRest(placed.rest)
  const shape = Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => !parameters.includes(name)))
  return {
    ...placed,
    name: `${placed.noun}.${placed.verb}`,
    method,
    path,
    parameters,
    status: operation.status ?? 200,
    fields: Object.keys(shape),
    listsMax: Object.entries<z.ZodType>(shape).flatMap(([name, schema]) => {
      const most = listMaxOf(schema)
      return most === undefined ? [] : [[name, most] as const]
    }),
    decodeQuery: queryDecoder(shape),
    phones: phonePlacesIn(operation.input),
    notFound: operation.errors.find((code) => code.endsWith(':not_found')) ?? 'route:not_found',
    dispatch,
  }
}

type Internals = { def: { type: string; innerType?: z.ZodType }; bag: { maximum?: number } }

/** Returns the maximum length of a list field, or undefined for other fields. */
function listMaxOf(schema: z.ZodType): number | undefined {
  const { def, bag } = (schema as unknown as { _zod: Internals })._zod
  if (def.innerType) return listMaxOf(def.innerType)
  return def.type === 'array' ? bag.maximum : undefined
}

/** Returns the first segments of all paths after `/v1`, from which `noRoute` suggests one. */
export const nounsOf = (routes: readonly Pick<Route, 'path'>[]): string[] => [
  ...new Set(routes.map(({ path }) => path.split('/')[2] ?? '')),
]

/** Returns the error for an unknown path. Suggests a path if one is similar. */
export function noRoute(path: string, nouns: readonly string[]): Fault {
  const [first = '', ...rest] = path
    .replace(/^\/v1(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  const meant = nouns.includes(first) ? first : nearestName(first, nouns)
  if (meant === undefined || path === `/v1/${[meant, ...rest].join('/')}`) return new Fault('route:not_found')
  const message = `This path does not exist; did you mean /v1/${meant}? GET /v1/openapi.json lists all operations.`
  return new Fault('route:not_found', { message })
}
