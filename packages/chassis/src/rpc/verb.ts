import type { EntityManager } from '@mikro-orm/postgresql'
import type { CallContext, EventKind, Mutation, Query, Unfilled } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'
import type { z } from 'zod'
import { type Cursors, cursorsFor } from '../crypto.ts'
import type { Log } from '../log.ts'
import type { Runtime } from '../runtime.ts'
import type { Announcement, Tx } from '../tx.ts'

/** Context of a verb: its tables within the tenant, the outbox, the runtime of its service, and the caller. */
export type VerbContext<R extends Runtime = Runtime> = {
  /** Inside the verb's transaction (mutations); sees only the caller's workspace. */
  em: EntityManager
  /** The caller's workspace; empty for operators, whose verbs do not use it. */
  workspace: string
  call: CallContext
  runtime: R
  config: R['config']
  deps: R['deps']
  log: Log
  /** Announces an event of the caller's workspace with this transaction. */
  emit<K extends EventKind>(announcement: Omit<Announcement<K>, 'workspace'> & { workspace?: string }): string
  /** Wakes a loop of this service after the commit. */
  wake(loop: string): void
  /** Cursors of a list, bound to workspace and list name. */
  cursors(list: string): Cursors
}

/** Does one operation: reads and writes through `ctx.em`, announces with `ctx.emit`, refuses with `fail`. Knows nothing of HTTP or NATS. */
export type Verb<Op extends Query | Mutation, R extends Runtime = Runtime> = (args: {
  ctx: VerbContext<R>
  input: z.output<Op['input']>
}) => Promise<Unfilled<z.input<Op['output']>>>

/**
 * A verb that must ask another system before it writes: `prepare` runs outside any transaction, so that a slow answer holds neither a
 * connection nor a lock; `run` is the verb itself, given what was prepared. A repeated Idempotency-Key is answered before either.
 * Bytes that were uploaded are on disk until the call has ended.
 */
export type PreparedVerb<Op extends Mutation, R extends Runtime = Runtime, P = unknown> = {
  prepare(args: { ctx: VerbContext<R>; input: z.output<Op['input']>; upload?: Spooled }): Promise<P>
  run(args: {
    ctx: VerbContext<R>
    input: z.output<Op['input']>
    prepared: P
  }): Promise<Unfilled<z.input<Op['output']>>>
}

/** Outcome of one call of a batch: its output, or the error that this call alone ends with. */
export type BatchResult<Op extends Mutation> =
  | { ok: true; value: Unfilled<z.input<Op['output']>> }
  | { ok: false; error: unknown }

/**
 * A verb on the hot path: many callers' calls, of several workspaces, in one transaction (group commit). Must name the workspace in
 * every statement itself, and answer each call at its place.
 */
export type BatchVerb<Op extends Mutation, R extends Runtime = Runtime> = {
  /** Calls that share one transaction at most; where `sizeOf` is given, the sum of their sizes, though one call always fits. */
  batchSizeMax: number
  sizeOf?: (input: z.output<Op['input']>) => number
  /**
   * Calls that came while a transaction ran, from which the next one waits for more (`BatchQueue`); default never. Such a verb has one
   * transaction at a time: two would share out what was gathered.
   */
  busyFrom?: number
  together: (args: {
    tx: Tx
    runtime: R
    calls: { call: CallContext; workspace: string; input: z.output<Op['input']> }[]
    /** One call that has a transaction to itself, mostly since one that it was part of failed: time for the way that fails least. */
    alone: boolean
  }) => Promise<BatchResult<Op>[]>
}

/** The context of one verb inside one transaction. */
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
