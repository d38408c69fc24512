import { randomUUID } from 'node:crypto'
import {
  type CallContext,
  type Contract,
  callContextHeader,
  callsPerBatchMax,
  Fault,
  replayedHeader,
  type ServiceName,
  serviceNames,
  services,
} from '@posthorn/contracts'
import {
  createTRPCClient,
  httpBatchLink,
  type Operation,
  retryLink,
  type TRPCClient,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { createBatchCaller, withBatchVerbs } from './batch-caller.ts'
import { type Patience, patienceFor, retryRefused, wasNeverConnected } from './patience.ts'
import {
  type Answered,
  type CallOptions,
  type Credential,
  faultFrom,
  fetchOver,
  type RouterOf,
  signContext,
  type Transport,
  type Upload,
  uploadOver,
  type WireFault,
} from './transport.ts'

/** Seconds for which a signed context is valid. */
const contextLifeSeconds = 60

/** Maximum concurrent batches: the service processes one while the next is gathered and read. */
const batchesMax = 2

export type ClientOptions = {
  /** URL of each service to call, such as `http://messaging:4000`. */
  urls: Partial<Record<ServiceName, string>>
  credential: Credential
  /**
   * Timeout for a call in milliseconds, including its wait for a connection. A call that exceeds it fails with `service:unavailable`.
   * Default: 30 s.
   */
  timeoutMs?: number
  /** Maximum concurrent calls in one HTTP request, which takes as long as its slowest call. Default and maximum: 32. */
  callsPerRequestMax?: number
  /** Maximum connections to each service. Default: 64. */
  connectionsMax?: number
  /** How long calls wait for an unreachable service, in milliseconds, before they fail immediately. Default: 0. */
  patienceMs?: number
  /** Default options for every call: workspace, scopes, actor. */
  defaults?: CallOptions
}

/**
 * Typed clients for all services. `calling({...})` returns per-call options: `clients.messaging.messages.send.mutate(input, calling({
 * workspace }))`.
 */
export type Clients = { [S in ServiceName]: TRPCClient<RouterOf<(typeof services)[S]>> } & {
  calling(options: CallOptions): { context: Record<string, unknown> }
  /** Sends bytes to an operation with `upload`. Returns its output, or rejects with a `Fault`. */
  upload(service: ServiceName, upload: Upload, options: CallOptions & { signal?: AbortSignal }): Promise<unknown>
  /** Closes all connections. Calls in progress fail. */
  close(): Promise<void>
}

/** Creates the clients. Concurrent calls to one service share an HTTP request, which carries a signed context for each. */
export function createClients(opts: ClientOptions): Clients {
  const { connectionsMax = 64, timeoutMs = 30_000 } = opts
  const transports = new Map<ServiceName, Transport>()
  const clients = serviceNames.map((name) => {
    // A URL may end with a slash. Calls to a service without one fail as those to a service that is away.
    const url = new URL(opts.urls[name] ?? `http://${name}.invalid`).origin
    const transport = fetchOver(url, { timeoutMs, connectionsMax })
    transports.set(name, transport)
    const patience = patienceFor(opts.patienceMs ?? 0)
    const fetch: Transport['fetch'] = async (...request) => {
      const answer = await transport.fetch(...request)
      patience.reached()
      return answer
    }
    const links = [
      outcomeLink(),
      patienceLink(patience),
      retryRefused<RouterOf<Contract>>(name),
      batchLink(url, fetch, opts),
    ]
    const client = createTRPCClient<RouterOf<Contract>>({ links })
    const caller = createBatchCaller({
      service: name,
      transport,
      patience,
      credential: opts.credential,
      callsPerRequestMax: callsPerRequest(opts),
      requestsMax: callsPerRequest(opts) === 1 ? connectionsMax : batchesMax,
      timeoutMs,
      contextOf: (call, requestId) => contextOf({ call, requestId }, opts),
    })
    return [name, withBatchVerbs(client, services[name], caller)]
  })
  return {
    ...(Object.fromEntries(clients) as { [S in ServiceName]: TRPCClient<RouterOf<(typeof services)[S]>> }),
    calling: (options) => ({ context: { call: options } }),
    upload: async (service, upload, { signal, ...options }) => {
      const context = contextOf({ call: options, requestId: options.requestId ?? randomUUID() }, opts)
      const headers = { [callContextHeader]: signContext(context, opts.credential) }
      const transport = transports.get(service) as Transport
      const { value, replayed } = await uploadOver(transport, upload, { headers, ...(signal ? { signal } : {}) })
      if (replayed) options.onReplayed?.()
      return value
    },
    close: async () => {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
    },
  }
}

/** Returns the full context of a call. By default it is our own, without a workspace, and may read, send and manage. */
function contextOf(context: Operation['context'], opts: ClientOptions): CallContext {
  const { onReplayed: _, ...given } = { ...opts.defaults, ...(context['call'] as CallOptions | undefined) }
  return {
    workspace: null,
    actor: { type: 'service', id: opts.credential.name },
    scopes: ['read', 'send', 'manage'],
    ...given,
    requestId: context['requestId'] as string,
    expiresAt: Math.floor(Date.now() / 1000) + contextLifeSeconds,
  }
}

/** Returns the maximum number of calls in a request, which the services limit too. */
const callsPerRequest = ({ callsPerRequestMax = callsPerBatchMax }: ClientOptions) =>
  Math.min(callsPerRequestMax, callsPerBatchMax)

/** Sends concurrent calls in one request. The header has a signed context for each of them. */
const batchLink = (url: string, fetch: Transport['fetch'], opts: ClientOptions): TRPCLink<RouterOf<Contract>> =>
  httpBatchLink<RouterOf<Contract>>({
    url: `${url}/trpc`,
    maxItems: callsPerRequest(opts),
    methodOverride: 'POST',
    fetch: fetch as never,
    headers: ({ opList }) => ({
      [callContextHeader]: opList.map((op) => signContext(contextOf(op.context, opts), opts.credential)).join(','),
    }),
  })

/** Gives each call a request id, and tells the caller if the response repeats that of an earlier call with the same Idempotency-Key. */
const outcomeLink =
  (): TRPCLink<RouterOf<Contract>> =>
  () =>
  ({ op, next }) => {
    const call = op.context['call'] as CallOptions | undefined
    const requestId = call?.requestId ?? randomUUID()
    return observable((observer) =>
      next({ ...op, context: { ...op.context, requestId } }).subscribe({
        next(result) {
          const response = result.context?.['response'] as Answered | undefined
          const replayed = response?.headers.get(replayedHeader)?.split(',') ?? []
          if (replayed.includes(requestId)) call?.onReplayed?.()
          observer.next(result)
        },
        error: (err) => observer.error(err),
        complete: () => observer.complete(),
      }),
    )
  }

/** Repeats calls that reached no service, or that are safe to repeat. A call fails with the `decisive` error of its attempts. */
const patienceLink =
  (patience: Patience): TRPCLink<RouterOf<Contract>> =>
  (runtime) =>
  (call) => {
    const { type, context } = call.op
    const options = context['call'] as CallOptions | undefined
    const { pauseMsAfter, decisive } = patience.attempts(type === 'query' || Boolean(options?.idempotencyKey))
    let pauseMs: number | undefined
    const retry = ({ error, attempts }: { error: Error; attempts: number }) => {
      pauseMs = pauseMsAfter(error, attempts)
      return pauseMs !== undefined
    }
    const retrying = retryLink<RouterOf<Contract>>({ retry, retryDelayMs: () => pauseMs ?? 0 })(runtime)(call)
    return observable((observer) =>
      retrying.subscribe({
        ...observer,
        error: (err) => observer.error(TRPCClientError.from(decisive(err) as Error)),
      }),
    )
  }

/**
 * Returns whether a call that ended with this fault certainly had no effect: it was refused, or never reached its service. Then its recipients
 * don't count toward an assistant's limit.
 */
export function hadNoEffect({ status, code, cause }: Fault): boolean {
  // A call with the same key is running, perhaps an earlier attempt of this one, or the provider may have made the change.
  if (code === 'idempotency:in_flight' || code.endsWith(':outcome_unknown')) return false
  if (status < 500 || code === 'service:overloaded') return true
  // The gateway answers `service:unavailable` for an internal fault, which is its cause.
  if (cause instanceof Fault) return hadNoEffect(cause)
  return cause instanceof TRPCClientError && wasNeverConnected(cause.cause)
}

/** Returns the fault behind a client's error: `service:unavailable` if no service answered, `server:error` if it is any other error. */
export function faultOf(err: unknown): Fault {
  if (err instanceof Fault) return err
  if (!(err instanceof TRPCClientError)) return new Fault('server:error', { cause: err })
  const wire = (err.data as { fault?: WireFault } | undefined)?.fault
  if (!wire) return new Fault('service:unavailable', { cause: err, retryAfter: 1 })
  return faultFrom(wire, err)
}
