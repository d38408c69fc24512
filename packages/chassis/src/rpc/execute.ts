import type { CallContext, Mutation } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'
import type { Auditor } from '../audit/auditor.ts'
import { forWorkspace } from '../db/database.ts'
import type { TenantScope } from '../db/tenant-scope.ts'
import { databaseErrorCode, isConflict } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { calledEventBytesMax, inTransaction, type Tx } from '../tx.ts'
import { fingerprint, type KeyedCall, KeyTaken, lookUp, store, takeTurn } from './idempotency.ts'
import { type PreparedVerb, type Verb, verbContext } from './verb.ts'

export type Answer = { value: unknown; replayed: boolean }

export type Call = { call: CallContext; input: unknown; upload?: Spooled }

export type Executor = (call: Call) => Promise<Answer>

type AnyVerb = Verb<never, never>
export type Audited<V> = { verb: V; auditor?: Auditor | undefined }
type AnyPreparedVerb = PreparedVerb<Mutation, Runtime>

const attemptsMax = 3
/** Postgres errors: another transaction stored the same unique value first, or removed a referenced row. */
const violations = ['23505', '23503']

/**
 * Returns a call's key with the fingerprint of its input, or null without a key. The key is bound to the caller, because a stored response
 * may contain a secret or data that only they may see.
 */
export function keyed(route: string, { call, input, upload }: Call): KeyedCall | null {
  if (!call.idempotencyKey) return null
  const given = upload ? { ...(input as object), bytes: upload.sha256 } : input
  const print = call.asked ?? fingerprint(given)
  const { type, id } = call.actor
  return { workspace: call.workspace ?? '', route, key: `${type} ${id} ${call.idempotencyKey}`, fingerprint: print }
}

/** Returns whether another transaction was first and this one was rolled back. A retry sees what the other stored or removed. */
function wasOvertaken(err: unknown): boolean {
  return err instanceof KeyTaken || isConflict(err) || violations.includes(databaseErrorCode(err) ?? '')
}

/** Retries `work` on temporary errors, up to three attempts. */
export async function againWhen<T>(isPassing: (err: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (err) {
      if (attempt >= attemptsMax || !isPassing(err)) throw err
    }
  }
}

/**
 * Returns the workspaces that calls may see: their own, or all if a call names no workspace, as with calls by operators and provider
 * callbacks.
 */
export function tenantScopeOf(...calls: CallContext[]): TenantScope {
  const workspaces = calls.flatMap(({ workspace }) => workspace ?? [])
  return workspaces.length < calls.length ? 'all' : { workspaces }
}

function readingContext(runtime: Runtime, call: CallContext) {
  const em = forWorkspace(runtime.db.em(), call.workspace ?? '', call.numbers)
  const emit = () => {
    throw new Error('nothing is announced outside a transaction')
  }
  return verbContext({ runtime, call, tx: { em, emit, wake: (loop) => runtime.wake(loop) } })
}

export function queryExecutor(runtime: Runtime, verb: AnyVerb): Executor {
  return async ({ call, input }) => {
    const ctx = readingContext(runtime, call)
    const read = () => (verb as (args: unknown) => Promise<unknown>)({ ctx, input })
    return { value: await runtime.db.withScope(tenantScopeOf(call), read), replayed: false }
  }
}

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

export function preparedExecutor(
  runtime: Runtime,
  route: string,
  { verb, auditor }: Audited<AnyPreparedVerb>,
): Executor {
  return async (request) => {
    const key = keyed(route, request)
    const { db, vault } = runtime
    const tenantScope = tenantScopeOf(request.call)
    const [known] = key ? await db.withScope(tenantScope, () => lookUp(db.em(), [key], vault)) : []
    if (known?.state === 'replay') return { value: known.body, replayed: true }
    if (known?.state === 'refused') throw known.fault
    const input = request.input as never
    const { call, upload } = request
    const prepare = () => verb.prepare({ ctx: readingContext(runtime, call), input, ...(upload ? { upload } : {}) })
    const prepared = await db.withScope(tenantScope, prepare)
    const run: AnyVerb = ({ ctx }) => verb.run({ ctx, input, prepared }) as Promise<never>
    return mutationExecutor(runtime, route, { verb: run, auditor })(request)
  }
}
