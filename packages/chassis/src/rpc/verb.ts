import type { EntityManager } from '@mikro-orm/postgresql'
import type { CallContext, EventKind, Lookups, Mutation, Query, Unfilled } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'
import type { z } from 'zod'
import { type Cursors, cursorsFor } from '../crypto.ts'
import type { Log } from '../log.ts'
import type { Runtime } from '../runtime.ts'
import type { Announcement, Tx } from '../tx.ts'

/** Context of a verb: its tenant's tables, the outbox, its service's runtime, and the caller. */
export type VerbContext<R extends Runtime = Runtime> = {
  /** EntityManager of the verb's transaction (for mutations). Sees only the caller's workspace, and of a limited caller only its numbers. */
  em: EntityManager
  /** The caller's workspace; empty for operators, whose verbs don't use it. */
  workspace: string
  call: CallContext
  runtime: R
  config: R['config']
  deps: R['deps']
  log: Log
  /** Announces an event in this transaction, by default for the caller's workspace. */
  emit<K extends EventKind>(announcement: Omit<Announcement<K>, 'workspace'> & { workspace?: string }): string
  /** Wakes a loop of this service after the commit. */
  wake(loop: string): void
  cursors(list: string): Cursors
}

/** Implements an operation: uses `ctx.em`, announces with `ctx.emit`, refuses with `fail`. Doesn't know about HTTP or NATS. */
export type Verb<Op extends Query | Mutation, R extends Runtime = Runtime> = (args: {
  ctx: VerbContext<R>
  input: z.output<Op['input']>
}) => Promise<Unfilled<z.input<Op['output']>>>

/**
 * A verb that needs another system before it writes. `prepare` runs outside a transaction, so that a slow response doesn't tie up a
 * connection or hold a lock, and can't announce. `run` is the verb itself and receives the result of `prepare`. A call with a repeated
 * Idempotency-Key gets its response before either runs. Uploaded bytes stay on disk until the call ends.
 */
export type PreparedVerb<Op extends Mutation, R extends Runtime = Runtime, P = unknown> = {
  prepare(args: { ctx: VerbContext<R>; input: z.output<Op['input']>; upload?: Spooled }): Promise<P>
  run(args: {
    ctx: VerbContext<R>
    input: z.output<Op['input']>
    prepared: P
  }): Promise<Unfilled<z.input<Op['output']>>>
}

type BatchResult<Op extends Mutation> =
  | { ok: true; value: Unfilled<z.input<Op['output']>> }
  | { ok: false; error: unknown }

/**
 * A verb on the hot path: handles calls from many callers and workspaces in one transaction (group commit). It must filter every statement
 * by workspace itself, check the numbers of limited callers, and return each call's outcome at its position.
 */
export type BatchVerb<Op extends Mutation, R extends Runtime = Runtime> = {
  /** Maximum number of calls in a transaction or, with `sizeOf`, their maximum total size. One call always fits. */
  batchSizeMax: number
  sizeOf?: (input: z.output<Op['input']>) => number
  /**
   * If this many calls arrive during a transaction, the next transaction waits for more calls (`BatchQueue`). Default: never. Such a verb
   * runs one transaction at a time, because two would split the gathered calls.
   */
  busyFrom?: number
  together: (args: {
    tx: Tx
    runtime: R
    calls: { call: CallContext; workspace: string; input: z.output<Op['input']> }[]
    /** Whether the call has its own transaction, because its batch failed. If so, prefer the safest approach. */
    alone: boolean
  }) => Promise<BatchResult<Op>[]>
}

/** Creates the context that a verb gets for one call. */
export function verbContext<R extends Runtime>(opts: { runtime: R; call: CallContext; tx: Tx }): VerbContext<R> {
  const { runtime, call, tx } = opts
  const workspace = call.workspace ?? ''
  return {
    em: tx.em,
    workspace,
    call,
    runtime,
    config: runtime.config,
    deps: runtime.deps,
    log: runtime.log,
    emit: (announcement) => tx.emit({ workspace, traceparent: call.traceparent, ...announcement } as Announcement),
    wake: tx.wake,
    cursors: (list) => cursorsFor(runtime.vault, `${workspace} ${list}`),
  }
}

/**
 * Creates a service's lookup verbs from its entities, keyed by the contract's kinds. The gateway's other APIs show ids without their last bits:
 * the range of such an id contains one row at most.
 */
export function lookupVerbs<R extends Runtime>(
  entities: Readonly<Record<string, unknown>>,
): { byRange: Verb<Lookups['byRange'], R> } {
  return {
    async byRange({ ctx, input: { kind, from, to } }) {
      const row = await ctx.em.findOne(entities[kind] as { name: string } & (new () => { id: string }), {
        id: { $gte: from, $lte: to },
      })
      return { id: row?.id ?? null }
    },
  }
}
