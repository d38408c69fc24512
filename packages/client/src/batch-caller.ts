import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type BytesHead,
  bytesType,
  type CallContext,
  type Contract,
  callContextHeader,
  replayedHeader,
  type ServiceName,
} from '@posthorn/contracts'
import { type TRPCClient, TRPCClientError } from '@trpc/client'
import { type Patience, refusedDelay } from './patience.ts'
import {
  type CallOptions,
  type Credential,
  type RouterOf,
  signContexts,
  type Transport,
  type WireFault,
} from './transport.ts'

type BatchCallerOptions = {
  service: ServiceName
  transport: Transport
  patience: Pick<Patience, 'attempts' | 'reached'>
  credential: Credential
  callsPerRequestMax: number
  /** Maximum concurrent requests. */
  requestsMax: number
  /** Timeout for a call, including its wait for a request. */
  timeoutMs: number
  contextOf: (call: CallOptions | undefined, requestId: string) => CallContext
}

type Single = { path: string; input: unknown; call: CallOptions | undefined; requestId: string }
type Waiting = Single & { since: number; resolve(value: unknown): void; reject(err: unknown): void }
type Wire = { result?: { data: unknown }; error?: { data?: { fault?: WireFault } } }

/** Calls a batch verb, `<noun>.<verb>`. Rejects with tRPC's error, as all calls do. `faultOf` reads that error. */
export type BatchCaller = (
  path: string,
  input: unknown,
  options?: { call?: CallOptions | undefined; signal?: AbortSignal | undefined },
) => Promise<unknown>

/** Minimum time that a request gets, no matter how long its calls have waited, so that a recovered service can still answer them. */
const requestMsMin = 1_000

/**
 * Calls a service's batch verbs in tRPC's wire format, without its links, observables and abort controllers (measured: a third of the CPU
 * time spent accepting messages). Concurrent calls share a request. Calls made while `requestsMax` requests are in progress share the next one.
 * Uses no timer, so a single call never waits.
 */
export function createBatchCaller(opts: BatchCallerOptions): BatchCaller {
  const post = postOver(opts)
  const { requestsMax } = opts
  let waiting: Waiting[] = []
  let requests = 0
  let planned = false

  const request = async (batch: Waiting[]) => {
    requests += 1
    const waitedMs = performance.now() - (batch[0]?.since ?? 0)
    try {
      const { results, replayed } = await post(batch, Math.max(requestMsMin, opts.timeoutMs - waitedMs))
      for (const [i, each] of batch.entries()) settle(each, results[i], replayed)
    } catch (err) {
      for (const { reject } of batch) reject(TRPCClientError.from(err as Error))
    }
    requests -= 1
    plan()
  }
  /** Rejects the calls whose time has passed while all requests were in progress. The oldest are first. */
  const refuseLate = () => {
    const since = performance.now() - opts.timeoutMs
    while (waiting[0] !== undefined && waiting[0].since <= since)
      waiting.shift()?.reject(unanswered('no answer in time'))
  }
  const pump = () => {
    planned = false
    refuseLate()
    while (requests < requestsMax && waiting.length > 0) void request(waiting.splice(0, opts.callsPerRequestMax))
  }
  /** Plans to send the waiting calls once the current work of the process is done, so that they share a request. */
  const plan = () => {
    if (planned || requests >= requestsMax || waiting.length === 0) return
    planned = true
    setImmediate(pump)
  }
  const send = (single: Single, signal: AbortSignal | undefined) =>
    new Promise<unknown>((resolve, reject) => {
      const entry = { ...single, since: performance.now(), resolve, reject }
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== entry)
        reject(signal.reason)
      })
      waiting.push(entry)
      plan()
    })

  return async (path, input, { call, signal } = {}) => {
    const single = { path, input, call, requestId: call?.requestId ?? randomUUID() }
    const { pauseMsAfter, decisive } = opts.patience.attempts(Boolean(call?.idempotencyKey))
    const pauseMs = (err: unknown, attempts: number) =>
      err instanceof TRPCClientError ? pauseMsAfter(err, attempts) : undefined
    try {
      return await repeated(() => repeated(() => send(single, signal), pauseMs), refusedDelay(opts.service, input))
    } catch (err) {
      throw TRPCClientError.from(decisive(err) as Error)
    }
  }
}

/** Retries failures for as long as the function returns a delay. */
async function repeated<T>(
  run: () => Promise<T>,
  pauseMsAfter: (err: unknown, attempts: number) => number | undefined,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await run()
    } catch (err) {
      const pauseMs = pauseMsAfter(err, attempts)
      if (pauseMs === undefined) throw err
      await pause(pauseMs)
    }
  }
}

/**
 * Ends a waiting call with its part of the response. A part with neither a result nor a fault is from another program, such as a proxy. The
 * call then fails as unavailable. It isn't repeated, because the service may have carried it out.
 */
function settle(waiting: Waiting, wire: Wire | undefined, replayedIds: string[]): void {
  if (wire?.result) {
    if (replayedIds.includes(waiting.requestId)) waiting.call?.onReplayed?.()
    return waiting.resolve(wire.result.data)
  }
  const isFromService = wire?.error?.data?.fault !== undefined
  waiting.reject(isFromService ? TRPCClientError.from(wire as never) : unanswered('an answer of another program'))
}

/** Returns the error of a call without a response from its service. */
const unanswered = (why: string) => TRPCClientError.from(new Error(why))

/** Posts batches, with all calls' contexts signed together. */
const postOver =
  ({ transport, patience, credential, contextOf }: BatchCallerOptions) =>
  async (batch: Single[], timeoutMs: number): Promise<{ results: Wire[]; replayed: string[] }> => {
    const contexts = batch.map(({ call, requestId }) => contextOf(call, requestId))
    const { type, body } = bodyOf(batch)
    const answer = await transport.post(`/trpc/${batch.map(({ path }) => path).join(',')}?batch=1`, {
      headers: { 'content-type': type, [callContextHeader]: signContexts(contexts, credential) },
      body,
      timeoutMs,
    })
    const json: unknown = JSON.parse(answer.body)
    patience.reached()
    return {
      results: Array.isArray(json) ? (json as Wire[]) : batch.map(() => json as Wire),
      replayed: String(answer.headers[replayedHeader] ?? '').split(','),
    }
  }

/** Returns a batch's body: JSON, or the format of `bytesType` if inputs have bytes. */
function bodyOf(batch: Single[]): { type: string; body: string | Buffer } {
  const head: BytesHead = { inputs: {}, bytes: [] }
  const parts: Uint8Array[] = []
  for (const [place, { input }] of batch.entries()) {
    head.inputs[place] = input
    for (const [field, value] of Object.entries(input ?? {})) {
      if (!(value instanceof Uint8Array)) continue
      head.bytes.push({ place, field, length: value.length })
      head.inputs[place] = { ...(head.inputs[place] as object), [field]: null }
      parts.push(value)
    }
  }
  if (parts.length === 0) return { type: 'application/json', body: JSON.stringify(head.inputs) }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return { type: bytesType, body: Buffer.concat([length, text, ...parts]) }
}

type Mutate = (
  input: unknown,
  options?: { context?: Record<string, unknown>; signal?: AbortSignal },
) => Promise<unknown>

/** Returns a service's client, with its batch verbs called through `caller`. */
export function withBatchVerbs<C extends Contract>(
  client: TRPCClient<RouterOf<C>>,
  contract: C,
  caller: BatchCaller,
): TRPCClient<RouterOf<C>> {
  const mutateOver =
    (path: string): Mutate =>
    (input, { context, signal } = {}) =>
      caller(path, input, { call: context?.['call'] as CallOptions | undefined, signal })
  const own = client as unknown as Record<string, Record<string, unknown>>
  const nouns = Object.entries(contract).map(([noun, verbs]) => {
    const isBatchVerb = (verb: string) => verbs[verb]?.together === true && verbs[verb].kind === 'mutation'
    const bind = (verb: string) => (isBatchVerb(verb) ? { mutate: mutateOver(`${noun}.${verb}`) } : own[noun]?.[verb])
    return [noun, Object.fromEntries(Object.keys(verbs).map((verb) => [verb, bind(verb)]))]
  })
  return Object.fromEntries(nouns) as unknown as TRPCClient<RouterOf<C>>
}
