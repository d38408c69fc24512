import { Fault, type Mutation } from '@posthorn/contracts'
import pLimit from 'p-limit'
import { sql } from '../db/sql.ts'
import { faultPoint } from '../fault-points.ts'
import { isConflict, isLockTimeout, isUnavailable } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { calledEventBytesMax, inTransaction, type Tx } from '../tx.ts'
import { type BatchOutcome, createBatcher } from '../work/batcher.ts'
import { type Answer, type Audited, againWhen, type Call, type Executor, keyed, tenantScopeOf } from './execute.ts'
import { idempotencyPurpose, type KeyedCall, KeyTaken, lookUpInTurn, store } from './idempotency.ts'
import type { BatchVerb } from './verb.ts'

type AnyBatchVerb = BatchVerb<Mutation, Runtime>
type BatchRun = Audited<AnyBatchVerb> & {
  runtime: Runtime
  route: string
  requests: Call[]
  alone: boolean
  lockTimeoutMs?: number | undefined
}
type Outcome = BatchOutcome<Answer>

/** Maximum number of calls from a failed batch that run concurrently, each in a separate transaction. */
const aloneMax = 3
/** Lock timeout for a single call after its batch timed out. It is short because other calls in the request wait for it. */
const secondLockTimeoutMs = 200

const isTaken = (err: unknown) => err instanceof KeyTaken

/**
 * Runs a mutation on the hot path: calls that arrive during a transaction share the next one. If a batch fails, each call is retried alone.
 * A call whose key is in flight is refused immediately, because others in its batch would wait for it. Its client retries.
 */
export function batchExecutor(runtime: Runtime, route: string, { verb, auditor }: Audited<AnyBatchVerb>): Executor {
  const run = { runtime, route, verb, auditor }
  const limit = pLimit(aloneMax)
  const runAlone = async ({
    request,
    lockTimeoutMs,
  }: {
    request: Call
    lockTimeoutMs: number | undefined
  }): Promise<Answer> => {
    const single = { ...run, requests: [request], alone: true, lockTimeoutMs }
    const [outcome] = await againWhen(isTaken, () => runBatch(single))
    if (outcome?.ok) return outcome.value
    throw outcome?.error
  }
  const runTogether = async (requests: Call[]): Promise<Outcome[]> => {
    try {
      return await runBatch({ ...run, requests, alone: false })
    } catch (error) {
      // A lost connection may have lost only the response to COMMIT. A retry could accept the call twice, so the caller decides.
      if (isUnavailable(error) && !isConflict(error)) throw error
      runtime.log.debug({ err: error, calls: requests.length, route }, 'batch.failed')
      const lockTimeoutMs = isLockTimeout(error) ? secondLockTimeoutMs : undefined
      return requests.map((request) => ({ ok: true, value: limit(runAlone, { request, lockTimeoutMs }) }))
    }
  }
  const { batchSizeMax, busyFrom, sizeOf } = verb
  const sizes = sizeOf && { sizeOf: ({ input }: Call) => sizeOf(input as never) }
  return createBatcher(runTogether, { batchSizeMax, concurrency: busyFrom === undefined ? 2 : 1, busyFrom, ...sizes })
}

const inFlight = () => ({ ok: false as const, error: new Fault('idempotency:in_flight') })

type CallOutcome = { ok: true; value: Answer } | { ok: false; error: unknown }

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

function repeatsIn(keys: readonly (KeyedCall | null)[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const repeats = new Map<number, number>()
  for (const [place, key] of keys.entries()) {
    if (!key) continue
    const name = idempotencyPurpose(key)
    const first = firsts.get(name)
    if (first === undefined) firsts.set(name, place)
    else repeats.set(place, first)
  }
  return repeats
}

/** Returns the outcome of a repeated call: the first call's response, if it has one. */
function repeated(first: CallOutcome | undefined, key?: KeyedCall | null, own?: KeyedCall | null): CallOutcome {
  if (!first?.ok) return inFlight()
  if (key?.fingerprint !== own?.fingerprint) return { ok: false, error: new Fault('idempotency:key_reused') }
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
