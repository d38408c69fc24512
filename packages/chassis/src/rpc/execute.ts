import { type CallContext, Fault, type Mutation } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'
import pLimit from 'p-limit'
import type { Auditor } from '../audit/audit.ts'
import { forWorkspace } from '../db/database.ts'
import { sql } from '../db/statement.ts'
import type { TenantScope } from '../db/tenant-scope.ts'
import { faultPoint } from '../fault-points.ts'
import { databaseErrorCode, isConflict, isLockTimeout, isUnavailable } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { calledEventBytesMax, inTransaction, type Tx } from '../tx.ts'
import { type BatchOutcome, createBatcher } from '../work/batch-queue.ts'
import {
  fingerprint,
  type KeyedCall,
  KeyTaken,
  keyName,
  lookUp,
  lookUpInTurn,
  store,
  takeTurn,
  whileReserved,
} from './idempotency.ts'
import { type BatchVerb, type PreparedVerb, type Verb, verbContext } from './verb.ts'

type AnyBatchVerb = BatchVerb<Mutation, Runtime>
type BatchRun = Audited<AnyBatchVerb> & {
  runtime: Runtime
  route: string
  requests: Call[]
  alone: boolean
  lockTimeoutMs?: number | undefined
}

/** Maximum number of calls from a failed batch that run concurrently, each in a separate transaction. */
const aloneMax = 3
/** Lock timeout for a single call after its batch timed out. It is short because other calls in the request wait for it. */
const secondLockTimeoutMs = 200

const isKeyTaken = (err: unknown) => err instanceof KeyTaken

/**
 * Runs a mutation on the hot path: calls that arrive during a transaction share the next one. If a batch fails, each call is retried alone.
 * A call whose key is in flight is refused immediately, because others in its batch would wait for it. Its client retries.
 */
export function batchExecutor(runtime: Runtime, route: string, { verb, auditor }: Audited<AnyBatchVerb>): Executor {
  const run = { runtime, route, verb, auditor }
  const limit = pLimit(aloneMax)
  const runAlone = async (request: Call, lockTimeoutMs: number | undefined): Promise<Answer> => {
    const single = { ...run, requests: [request], alone: true, lockTimeoutMs }
    const [outcome] = await againWhen(isKeyTaken, () => runBatch(single))
    if (outcome?.ok) return outcome.value
    throw outcome?.error
  }
  const runTogether = async (requests: Call[]): Promise<BatchOutcome<Answer>[]> => {
    try {
      return await runBatch({ ...run, requests, alone: false })
    } catch (error) {
      // A lost connection may have lost only the response to COMMIT. A retry could accept the call twice, so the caller decides.
      if (isUnavailable(error) && !isConflict(error)) throw error
      runtime.log.debug({ err: error, calls: requests.length, route }, 'batch.failed')
      const lockTimeoutMs = isLockTimeout(error) ? secondLockTimeoutMs : undefined
      return requests.map((request) => ({ ok: true, value: limit(runAlone, request, lockTimeoutMs) }))
    }
  }
  const { batchSizeMax, busyFrom, sizeOf } = verb
  const sizes = sizeOf && { sizeOf: ({ input }: Call) => sizeOf(input as never) }
  return createBatcher(runTogether, { batchSizeMax, concurrency: busyFrom === undefined ? 2 : 1, busyFrom, ...sizes })
}

/** Returns the outcome of a call whose key another call is still using. */
const inFlight = () => ({ ok: false as const, error: new Fault('idempotency:in_flight') })

type CallOutcome = { ok: true; value: Answer } | { ok: false; error: unknown }

/** Runs calls in one transaction, with access to the workspaces that they name. */
async function runBatch(run: BatchRun): Promise<CallOutcome[]> {
  const { runtime, route, requests } = run
  const tenantScope = tenantScopeOf(...requests.map(({ call }) => call))
  const committed = await runtime.db.withScope(tenantScope, () =>
    inTransaction(runtime, (tx) => answerBatch(tx, run), { eventBytesMax: calledEventBytesMax }),
  )
  if (committed.isNew) faultPoint('answer.committed', route)
  return committed.outcomes
}

/** Runs all new calls in one transaction and stores their responses. Repeated calls get the stored response, or the first call's. */
async function answerBatch(tx: Tx, run: BatchRun) {
  const { runtime, route, verb, auditor, requests, alone, lockTimeoutMs } = run
  if (lockTimeoutMs !== undefined) await sql(tx.em, `set local lock_timeout = ${lockTimeoutMs}`)
  const keys = requests.map((request) => keyed(route, request))
  const outcomes = await knownOutcomes(tx, keys, runtime)
  const repeats = repeatsIn(keys)
  const isFresh = (place: number) => !outcomes[place] && !repeats.has(place)
  const fresh = requests.flatMap((request, place) => (isFresh(place) ? [{ ...request, place }] : []))
  const calls = fresh.map(({ call, input }) => ({ call, workspace: call.workspace ?? '', input: input as never }))
  const results = calls.length > 0 ? await verb.together({ tx, runtime, calls, alone }) : []
  const answers: (KeyedCall & { body: unknown })[] = []
  for (const [i, result] of results.entries()) {
    const place = fresh[i]?.place as number
    outcomes[place] = result.ok ? { ok: true, value: { value: result.value, replayed: false } } : result
    const key = keys[place]
    if (result.ok) auditor?.record(tx, { ...(fresh[i] as Call), value: result.value, changes: [] })
    if (key && result.ok) answers.push({ ...key, body: result.value })
  }
  await store(tx.em, answers, runtime.vault)
  for (const [place, first] of repeats) outcomes[place] ??= repeated(outcomes[first], keys[first], keys[place])
  return { outcomes: outcomes as CallOutcome[], isNew: calls.length > 0 }
}

/** Finds calls in a batch that repeat an earlier one's key. Returns the earlier call's position by the repeated call's. */
function repeatsIn(keys: readonly (KeyedCall | null)[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const repeats = new Map<number, number>()
  for (const [place, key] of keys.entries()) {
    if (!key) continue
    const name = keyName(key)
    const first = firsts.get(name)
    if (first === undefined) firsts.set(name, place)
    else repeats.set(place, first)
  }
  return repeats
}

/**
 * Returns the outcome of a call that repeats a key of its batch: the first call's response if that succeeded for the same input. A failed
 * call doesn't use up its key, so the repeated call is told to try again.
 */
function repeated(first: CallOutcome | undefined, firstKey?: KeyedCall | null, ownKey?: KeyedCall | null): CallOutcome {
  if (!first?.ok) return inFlight()
  if (firstKey?.fingerprint !== ownKey?.fingerprint) return { ok: false, error: new Fault('idempotency:key_reused') }
  return { ok: true, value: { value: structuredClone(first.value.value), replayed: true } }
}

/** Returns outcomes known before the verb runs, by position: repeated responses, refused keys, and keys in flight. */
async function knownOutcomes(
  tx: Tx,
  keys: (KeyedCall | null)[],
  { vault }: Runtime,
): Promise<(CallOutcome | undefined)[]> {
  const outcomes = new Array<CallOutcome | undefined>(keys.length)
  const places = keys.flatMap((key, place) => (key ? [place] : []))
  const known = await lookUpInTurn(
    tx.em,
    places.map((place) => keys[place] as KeyedCall),
    vault,
  )
  for (const [i, place] of places.entries()) {
    const found = known[i]
    if (found?.state === 'replay') outcomes[place] = { ok: true, value: { value: found.body, replayed: true } }
    if (found?.state === 'refused') outcomes[place] = { ok: false, error: found.fault }
    if (found?.state === 'in_flight') outcomes[place] = inFlight()
  }
  return outcomes
}

export type Answer = { value: unknown; replayed: boolean }

export type Call = { call: CallContext; input: unknown; upload?: Spooled }

export type Executor = (call: Call) => Promise<Answer>

type AnyVerb = Verb<never, never>
type Audited<V> = { verb: V; auditor?: Auditor | undefined }

const attemptsMax = 3
/** Postgres errors: another transaction stored the same unique value first, or removed a referenced row. */
const violations = ['23505', '23503']

/**
 * Returns a call's key with the fingerprint of its input, or null without a key. The key is bound to the caller, because a stored response
 * may contain a secret or data that only they may see. The gateway sends a fingerprint (`asked`) if it resolved references in the input.
 */
function keyed(route: string, { call, input, upload }: Call): KeyedCall | null {
  if (!call.idempotencyKey) return null
  const fingerprinted = upload ? { ...(input as object), bytes: upload.sha256 } : input
  const print = call.asked ?? fingerprint(fingerprinted)
  const { type, id } = call.actor
  return { workspace: call.workspace ?? '', route, key: `${type} ${id} ${call.idempotencyKey}`, fingerprint: print }
}

/** Returns whether another transaction was first and this one was rolled back. A retry sees what the other stored or removed. */
const wasOvertaken = (err: unknown): boolean =>
  err instanceof KeyTaken || isConflict(err) || violations.includes(databaseErrorCode(err) ?? '')

/** Repeats `work` on errors that a retry may avoid, up to three attempts. */
async function againWhen<T>(isRetryable: (err: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      if (attempt >= attemptsMax || !isRetryable(err)) throw err
    }
  }
}

/** Returns the workspaces that calls may see: their own, or all if a call names none, as those of operators and callbacks. */
function tenantScopeOf(...calls: CallContext[]): TenantScope {
  const workspaces = calls.flatMap(({ workspace }) => workspace ?? [])
  return workspaces.length < calls.length ? 'all' : { workspaces }
}

/** Creates a context outside a transaction, in which a verb can read but not announce events. */
function readingContext(runtime: Runtime, call: CallContext) {
  const em = forWorkspace(runtime.db.em(), call.workspace ?? '', call.numbers)
  const emit = () => {
    throw new Error('nothing is announced outside a transaction')
  }
  return verbContext({ runtime, call, tx: { em, emit, wake: (loop) => runtime.wake(loop), log: runtime.log } })
}

/** Runs a query without a transaction. */
export const queryExecutor =
  (runtime: Runtime, verb: AnyVerb): Executor =>
  async ({ call, input }) => {
    const ctx = readingContext(runtime, call)
    const read = () => (verb as (args: unknown) => Promise<unknown>)({ ctx, input })
    return { value: await runtime.db.withScope(tenantScopeOf(call), read), replayed: false }
  }

/** Runs a mutation in a transaction, which also stores its keyed response and audit entry. Retries if another transaction was first. */
export function mutationExecutor(runtime: Runtime, route: string, { verb, auditor }: Audited<AnyVerb>): Executor {
  return (request) => {
    const key = keyed(route, request)
    const run = async (tx: Tx) => {
      if (key) await takeTurn(tx.em, key)
      const [known] = key ? await lookUp(tx.em, [key], runtime.vault) : []
      if (known?.state === 'replay') return { value: known.body, replayed: true }
      if (known?.state === 'refused') throw known.fault
      forWorkspace(tx.em, request.call.workspace ?? '', request.call.numbers)
      const ctx = verbContext({ runtime, call: request.call, tx })
      const changes = auditor?.watch(tx)
      const value = await (verb as (args: unknown) => Promise<unknown>)({ ctx, input: request.input })
      if (key || changes) await tx.em.flush()
      if (changes) auditor?.record(tx, { ...request, value, changes })
      if (key) {
        await store(tx.em, [{ ...key, body: value }], runtime.vault)
      }
      return { value, replayed: false }
    }
    const alone = () => inTransaction(runtime, run, { eventBytesMax: calledEventBytesMax })
    return againWhen(wasOvertaken, () => runtime.db.withScope(tenantScopeOf(request.call), alone))
  }
}

/**
 * Runs a mutation in two steps: `prepare` outside a transaction, because it may be slow, then `run` in one. A repeated call gets its stored
 * response before anything is prepared. It is refused while any process still runs the first one, because `prepare` may have effects, such
 * as at the provider.
 */
export function preparedExecutor(
  runtime: Runtime,
  route: string,
  { verb, auditor }: Audited<PreparedVerb<Mutation, Runtime>>,
): Executor {
  const { db, vault, log } = runtime
  const running = new Set<string>()
  const execute = async (request: Call) => {
    const input = request.input as never
    const { call, upload } = request
    const prepare = () => verb.prepare({ ctx: readingContext(runtime, call), input, ...(upload ? { upload } : {}) })
    const prepared = await db.withScope(tenantScopeOf(call), prepare)
    const run: AnyVerb = ({ ctx }) => verb.run({ ctx, input, prepared }) as Promise<never>
    return mutationExecutor(runtime, route, { verb: run, auditor })(request)
  }
  const executeKeyed = async (request: Call, key: KeyedCall) => {
    const scoped = <T>(statement: (em: Tx['em']) => Promise<T>) =>
      db.withScope(tenantScopeOf(request.call), () => statement(db.em()))
    const [known] = await scoped((em) => lookUp(em, [key], vault))
    if (known?.state === 'replay') return { value: known.body, replayed: true }
    if (known?.state === 'refused') throw known.fault
    const onError = (err: unknown) => log.warn({ err, route }, 'key.not_reserved')
    return whileReserved(key, () => execute(request), { scoped, onError })
  }
  return async (request) => {
    const key = keyed(route, request)
    if (!key) return execute(request)
    // While Postgres is away, the key cannot be renewed there.
    const name = keyName(key)
    if (running.has(name)) throw new Fault('idempotency:in_flight')
    running.add(name)
    return executeKeyed(request, key).finally(() => running.delete(name))
  }
}
