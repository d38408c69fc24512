import {
  type CallContext,
  type Contract,
  invalidRequest,
  type Mutation,
  type Query,
  type UploadForm,
} from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'
import { type AnyTRPCRouter, initTRPC } from '@trpc/server'
import type { z } from 'zod'
import { auditorOf } from '../audit/audit.ts'
import { asTrpcError, invalidPlaces, toFault, wireFault } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { traceOf } from '../trace.ts'
import type { BatchProcedure, BatchProcedures } from './batch-endpoint.ts'
import {
  type Answer,
  batchExecutor,
  type Call,
  type Executor,
  mutationExecutor,
  preparedExecutor,
  queryExecutor,
} from './execute.ts'
import { authorize } from './internal-auth.ts'
import type { BatchVerb, PreparedVerb, Verb } from './verb.ts'

/** Context of a request: the verified context of each call, and the ids of requests whose responses are repeated. */
export type RpcContext = { calls: (CallContext | null)[]; replayed: Set<string> }

export type Handlers<C extends Contract, R extends Runtime> = {
  [Noun in keyof C]: {
    [V in keyof C[Noun]]: C[Noun][V] extends Mutation
      ? Verb<C[Noun][V], R> | BatchVerb<C[Noun][V], R> | PreparedVerb<C[Noun][V], R>
      : C[Noun][V] extends Query
        ? Verb<C[Noun][V], R>
        : never
  }
}

type UploadTaker = {
  operation: Mutation
  bytesMax: number
  take(request: { call: CallContext; upload: Spooled; input: unknown }): Promise<Answer>
}

export type Uploads = ReadonlyMap<string, UploadTaker>

export type Bound = { router: AnyTRPCRouter; uploads: Uploads; batches: BatchProcedures }

export type Implementation = { contract: Contract; bind(runtime: Runtime): Bound }

/** Binds verbs to their contract, and adds authentication, scopes, validation, transactions, idempotency, error mapping and logging. */
export function implement<C extends Contract, R extends Runtime>(
  contract: C,
  handlers: Handlers<C, R>,
): Implementation {
  return {
    contract,
    bind: (runtime) => bindRouter(contract, handlers as Record<string, Record<string, unknown>>, runtime),
  }
}

const t = initTRPC.context<RpcContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, fault: wireFault(error) } }),
})

/** Creates a tRPC procedure for each operation, and lists the operations that take uploads or batches. */
function bindRouter(contract: Contract, handlers: Record<string, Record<string, unknown>>, runtime: Runtime): Bound {
  const uploads = new Map<string, UploadTaker>()
  const batches = new Map<string, BatchProcedure>()
  const record = Object.entries(contract).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, operation]) => {
        const route = `${noun}.${verb}`
        const execute = executorFor(runtime, route, { operation, verb: handlers[noun]?.[verb] })
        const binding = { route, operation, execute, runtime }
        if (operation.upload && operation.kind === 'mutation') {
          uploads.set(route, uploadTaker({ ...binding, operation }, operation.upload))
        }
        if (operation.together && operation.kind === 'mutation') {
          batches.set(route, { path: route, operation, perform: (request) => perform(binding, request) })
        }
        return [verb, bindProcedure(binding)]
      }),
    ),
  ])
  const procedures = Object.fromEntries(record)
  return { router: t.router(procedures as never) as AnyTRPCRouter, uploads, batches }
}

/** Returns an operation's size limit for uploads, and `take`, which checks the fields sent with the file (`input`) and runs the operation. */
const uploadTaker = (binding: Binding & { operation: Mutation }, { fields, bytesMax }: UploadForm): UploadTaker => ({
  operation: binding.operation,
  bytesMax,
  async take({ call, upload, input }) {
    const parsed = fields.safeParse(input)
    if (!parsed.success) throw invalidRequest(parsed.error, { known: Object.keys(fields.shape), given: input })
    return perform(binding, { call, input: parsed.data, upload })
  },
})

/** Chooses how an operation runs: as a query, or in the way that its verb's form requires. */
function executorFor(
  runtime: Runtime,
  route: string,
  { operation, verb }: { operation: Query | Mutation; verb: unknown },
): Executor {
  if (operation.kind === 'query') return queryExecutor(runtime, verb as never)
  const auditor = auditorOf(runtime, route, operation)
  if (typeof verb === 'function') return mutationExecutor(runtime, route, { verb: verb as never, auditor })
  if (typeof verb === 'object' && verb !== null && 'prepare' in verb)
    return preparedExecutor(runtime, route, { verb: verb as never, auditor })
  return batchExecutor(runtime, route, { verb: verb as never, auditor })
}

type Binding = { route: string; operation: Query | Mutation; execute: Executor; runtime: Runtime }

/** Creates an operation's tRPC procedure, which authorizes a call before it parses the input. */
function bindProcedure({ route, operation, execute, runtime }: Binding) {
  const procedure = t.procedure
    .use((opts) => {
      try {
        return opts.next({ ctx: { call: authorize(opts.ctx.calls[opts.batchIndex], operation) } })
      } catch (err) {
        throw asTrpcError(err)
      }
    })
    .input(operation.input)
  const resolve = async (opts: { ctx: RpcContext & { call: CallContext }; input: unknown }) => {
    const { call } = opts.ctx
    try {
      const answer = await perform({ route, operation, execute, runtime }, { call, input: opts.input })
      if (answer.replayed) opts.ctx.replayed.add(call.requestId)
      return answer.value as never
    } catch (err) {
      throw asTrpcError(err)
    }
  }
  return operation.kind === 'query' ? procedure.query(resolve) : procedure.mutation(resolve)
}

/** Runs a call in a span, logs it, and cleans its response (`responseOf`). Rejects with the fault. */
async function perform({ route, operation, execute, runtime }: Binding, request: Call): Promise<Answer> {
  const { workspace, actor, requestId, traceparent } = request.call
  const line = { route, workspace, actor: `${actor.type} ${actor.id}`, requestId, trace: traceOf(traceparent) }
  const started = performance.now()
  const step = runtime.spans.begin({ name: route, kind: 'server', parent: traceparent })
  try {
    const { value, replayed } = await execute(inSpan(request, step.traceparent))
    step.end()
    runtime.log.debug({ ...line, tookMs: Math.round(performance.now() - started) }, 'call.done')
    return { value: responseOf(operation, value, (error) => noteInvalid(runtime, line, error)), replayed }
  } catch (err) {
    const fault = toFault(err)
    step.end({ attributes: { errorCode: fault.code }, error: fault.status >= 500 ? fault.code : undefined })
    const level = fault.status === 500 ? 'error' : fault.status === 503 ? 'warn' : 'debug'
    runtime.log[level]({ ...line, errorCode: fault.code, err: fault.cause ?? undefined }, 'call.refused')
    throw fault
  }
}

/** Removes fields that the contract doesn't define. An invalid value stays unchanged: a committed change must not be reported as failed. */
function responseOf({ output }: Query | Mutation, value: unknown, onInvalid: (error: z.ZodError) => void): unknown {
  const parsed = output.safeParse(value)
  if (parsed.success) return parsed.data
  onInvalid(parsed.error)
  return value
}

/** Counts a response that violates the contract, and logs the paths at which it does. Callers get it all the same. */
function noteInvalid({ log, metrics }: Runtime, line: { route: string; requestId: string }, error: z.ZodError): void {
  log.error({ ...line, places: invalidPlaces(error) }, 'response.invalid')
  metrics
    .counter('invalid_responses_total', 'Responses that break the contract, which callers got all the same', ['route'])
    .add(1, { route: line.route })
}

/** Returns the call with this span's trace context, so that its consequences belong to the span. */
function inSpan(request: Call, traceparent: string | undefined): Call {
  if (traceparent === undefined || traceparent === request.call.traceparent) return request
  return { ...request, call: { ...request.call, traceparent } }
}
