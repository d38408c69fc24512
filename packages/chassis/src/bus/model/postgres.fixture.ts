import type { EntityManager } from '@mikro-orm/postgresql'
import type { CompiledQuery } from 'kysely'
import { lastMark } from '../../db/driver/adapter.ts'
import { packLightly } from '../../db/packed.ts'
import type { Owner, Schedule } from './schedule.fixture.ts'
import type { Twin } from './twins.fixture.ts'

type OutboxRow = { id: string; kind: string; payload: string; createdAtMs: number }
export type Waiting = {
  id: string
  ids: string[]
  attempt: number
  failures: number
  retryAtMs: number
  createdAtMs: number
}
type Published = { epoch: string; ids: string[]; seqs: number[]; attempt: number }
type Placed = { id: string; seq: number; attempt: number }
type Position = { epoch: string; seq: number; confirmedSeq: number }
export type Row = Record<string, unknown>

export type Effect = { id: string; aggregate: string; version: number }

type Stored = {
  outbox: Map<string, OutboxRow>
  waiting: Map<string, Waiting>
  published: Published[]
  position: Position | undefined
  received: Set<string>
  dead: Map<string, string>
  failures: Map<string, number>
  effects: Effect[]
  versions: Map<string, number>
}

export class ModelTransaction {
  readonly writes: (() => void)[] = []
  isOpen = true
}

export type Session = { schedule: Schedule; owner: Owner; tx?: ModelTransaction; commit?: () => void }

export type Call = { params: readonly unknown[]; tx: ModelTransaction | undefined }
/** A statement identified by part of its text, with the locks that it waits for and its effect. */
export type Statement = { text: string; waitsFor?: (call: Call) => string[]; run: (call: Call) => Row[] }

/** Creates the error that the Postgres client reports when its connection breaks. */
export const lostConnection = (): Error => Object.assign(new Error('Connection terminated'), { code: '08006' })

/** Returns the error of an event that can't be applied. */
export const failureOf = (twin: Twin | undefined): Error =>
  twin === 'a failing event is tried for ever' ? lostConnection() : new Error('cannot be applied')

/**
 * Models the behavior of Postgres that the protocol relies on: commits, row locks, and the effects of its statements. Reads see committed
 * data, and commits are immediate.
 */
export class ModelPostgres {
  stored: Stored = {
    outbox: new Map(),
    waiting: new Map(),
    published: [],
    position: undefined,
    received: new Set(),
    dead: new Map(),
    failures: new Map(),
    effects: [],
    versions: new Map(),
  }
  #backup: Stored | undefined
  restores = 0
  restoredAtMs = 0
  #announcedAgain = 0
  readonly #locks = new Map<string, ModelTransaction>()
  readonly twin: Twin | undefined
  readonly #statements: Statement[] = []
  lastSwept = ''

  constructor(twin: Twin | undefined) {
    this.twin = twin
  }

  know(statements: readonly Statement[]): void {
    this.#statements.push(...statements)
  }

  /** Creates an EntityManager that runs modeled statements. Each waits until the schedule chooses it and its locks are free. */
  em({ schedule, owner, tx, commit }: Session): EntityManager {
    const executeQuery = async ({ sql, parameters }: CompiledQuery) => {
      const statement = this.#statements.find(({ text }) => sql.includes(text))
      if (!statement) throw new Error(`the model does not know this statement: ${sql}`)
      const call = { params: parameters, tx }
      const isReady = () => (statement.waitsFor?.(call) ?? []).every((key) => this.isFree(key, tx))
      const run = () => {
        if (tx && !tx.isOpen) throw lostConnection()
        const rows = statement.run(call)
        if (sql.startsWith(lastMark)) commit?.()
        return rows
      }
      return { rows: await schedule.step(owner, run, isReady) }
    }
    return { flush: async () => {}, getTransactionContext: () => ({ executeQuery }), tx } as unknown as EntityManager
  }

  /** Applies a change when the transaction commits, or immediately if there is none. */
  write(tx: ModelTransaction | undefined, change: () => void): void {
    if (tx) tx.writes.push(change)
    else change()
  }

  end(tx: ModelTransaction, commits: boolean): void {
    if (!tx.isOpen) return
    tx.isOpen = false
    if (commits) for (const change of tx.writes) change()
    for (const [key, holder] of this.#locks) if (holder === tx) this.#locks.delete(key)
  }

  isFree(key: string, tx: ModelTransaction | undefined): boolean {
    const holder = this.#locks.get(key)
    return holder === undefined || holder === tx
  }

  lock(key: string, tx: ModelTransaction | undefined): void {
    if (tx?.isOpen) this.#locks.set(key, tx)
  }

  /** Locks a key, such as an aggregate's. Returns false if another transaction holds the lock. */
  tryLock(key: string, tx: ModelTransaction): boolean {
    if (!this.isFree(key, tx)) return false
    this.lock(key, tx)
    return true
  }

  keepBackup(): void {
    this.#backup = structuredClone(this.stored)
  }

  restore(): boolean {
    if (!this.#backup) return false
    this.stored = structuredClone(this.#backup)
    this.#locks.clear()
    this.restores += 1
    this.restoredAtMs = Date.now()
    return true
  }

  /** Publishes everything again after a restore, once per restore, as `announceAgain` in outbox.sql.ts does. */
  announceAgain(): void {
    if (this.#announcedAgain === this.restores) return
    this.#announcedAgain = this.restores
    if (this.twin === 'a restore announces nothing again') return
    const { outbox, waiting } = this.stored
    const keeps = this.twin === 'a restore announces under old message ids'
    this.stored.published = []
    for (const batch of waiting.values()) if (!keeps) batch.attempt = nextAttempt(batch.attempt)
    const waits = new Set(this.unpublished())
    const attempt = keeps ? 0 : nextAttempt(0)
    for (const { id, createdAtMs } of outbox.values()) if (!waits.has(id)) this.#wait(id, attempt, createdAtMs)
  }

  #wait(id: string, attempt: number, createdAtMs: number): void {
    this.stored.waiting.set(id, { id, ids: [id], attempt, failures: 0, retryAtMs: 0, createdAtMs })
  }

  unpublished(): string[] {
    return [...this.stored.waiting.values()].flatMap(({ ids }) => ids)
  }

  /** Returns published events with their sequences in a range. */
  placed(epoch: string, after: number, upTo = Number.POSITIVE_INFINITY): Placed[] {
    return this.stored.published
      .filter((row) => row.epoch === epoch)
      .flatMap(({ ids, seqs, attempt }) => ids.map((id, i) => ({ id, seq: seqs[i] ?? 0, attempt })))
      .filter(({ seq }) => seq > after && seq <= upTo)
      .toSorted((a, b) => a.seq - b.seq)
  }

  /** Marks published events as waiting again if they are lost and weren't erased. */
  reopen(
    { epoch, after }: { epoch: string; after: number },
    isLost: (event: Placed) => boolean,
    tx: ModelTransaction | undefined,
  ): Row[] {
    const lost = this.placed(epoch, after).filter((event) => isLost(event) && this.stored.outbox.has(event.id))
    const ids = new Set(lost.map(({ id }) => id))
    this.write(tx, () => {
      this.stored.published = this.stored.published.map((row) => {
        const kept = row.ids.map((id) => !ids.has(id))
        return { ...row, ids: row.ids.filter((_, i) => kept[i]), seqs: row.seqs.filter((_, i) => kept[i]) }
      })
      for (const { id, attempt } of lost)
        this.#wait(id, nextAttempt(attempt), this.stored.outbox.get(id)?.createdAtMs ?? 0)
    })
    return lost
  }

  /** Returns a waiting event as the sweep reads it; empty for an erased one. */
  rowOf(batch: Waiting, id: string): Row[] {
    const event = this.stored.outbox.get(id)
    if (!event) return []
    const attempt = this.twin === 'a lost event is published under its old message id' ? 0 : batch.attempt
    return [{ id, kind: event.kind, payload: packLightly(event.payload), batch: batch.id, attempt }]
  }

  /** Returns whether this transaction may sweep. Only one at a time does. */
  sweeps(tx: ModelTransaction | undefined): boolean {
    return tx !== undefined && this.tryLock('sweep', tx)
  }
}

/**
 * Returns the next attempt number. It contains the time, so that a restored database can't reuse the number of an attempt it has forgotten.
 */
export const nextAttempt = (attempt: number): number =>
  Math.max(attempt + 1, Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1_000))
