import type { EntityManager } from '@mikro-orm/postgresql'
import type { CommittedEvent } from './bus.ts'
import { type Batch, type PublishedBatch, readOpen } from './outbox.sql.ts'

export type CompleteBatch = PublishedBatch & { epoch: string }

/** Batches that this process publishes from memory. The sweep must skip them until they are marked. */
export class HeldBatches {
  readonly #lengths = new Map<string, number>()
  readonly #complete = new Map<string, CompleteBatch>()
  /** Number of events being published. `length` is their size in characters. */
  events = 0
  length = 0

  ids(): string[] {
    return [...this.#lengths.keys(), ...this.#complete.keys()]
  }

  add({ id, events }: Batch): void {
    if (this.#lengths.has(id)) return
    const length = lengthOf(events)
    this.#lengths.set(id, length)
    this.events += events.length
    this.length += length
  }

  /** Gives up a batch that the bus didn't take completely. From then on, the sweep may publish it. */
  leave({ id, events }: Batch): void {
    const length = this.#lengths.get(id)
    if (length === undefined) return
    this.#lengths.delete(id)
    this.events -= events.length
    this.length -= length
  }

  /** Keeps a batch that the bus has taken until it is marked in Postgres. */
  complete(batch: Batch, published: CompleteBatch): void {
    this.leave(batch)
    this.#complete.set(batch.id, published)
  }

  /** Returns the batches to mark, by the epoch in which the stream took them. */
  unmarked(): Map<string, CompleteBatch[]> {
    return Map.groupBy(this.#complete.values(), ({ epoch }) => epoch)
  }

  remove(marked: readonly CompleteBatch[]): void {
    for (const { id } of marked) this.#complete.delete(id)
  }

  /** Forgets batches that were taken before a restore of the database. They must be published again. */
  removeUnmarked(): void {
    this.#complete.clear()
  }
}

/** Returns the size of events in characters, which the relay limits to bound its memory. */
function lengthOf(events: readonly CommittedEvent[]): number {
  return events.reduce((sum, { payload }) => sum + payload.length, 0)
}

/** Time after which Postgres is assumed to have ended a transaction whose connection was lost, in milliseconds. */
const doubtMs = 10_000

/**
 * Batches waiting for a check of the stream, in order. A transaction whose COMMIT got no response may still commit. Other changes to the
 * same aggregate wait for that transaction in Postgres, so their events arrive only once the transaction's batch row can be read. Reading
 * that row before publishing anything keeps the order.
 */
export class Postponed {
  #waiting: Batch[] = []
  /** When to stop waiting for a transaction's COMMIT, by batch. */
  readonly #doubts = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(...batches: Batch[]): void {
    this.#waiting.push(...batches)
  }

  /** Puts batches that were taken but not published back at the front. */
  putBack(batches: Batch[]): void {
    this.#waiting.unshift(...batches)
  }

  /** Adds the batch of a transaction whose commit is uncertain. */
  doubt(batch: Batch): void {
    this.add(batch)
    this.#doubts.set(batch.id, performance.now() + doubtMs)
  }

  /** Removes and returns the batches that may be published. A batch whose transaction didn't commit in time is dropped. */
  async take(em: EntityManager): Promise<Batch[]> {
    // Batches that arrive during the query wait for the next call.
    const countBefore = this.#waiting.length
    for (const id of await readOpen(em, [...this.#doubts.keys()])) this.#doubts.delete(id)
    const [present, later] = [this.#waiting.slice(0, countBefore), this.#waiting.slice(countBefore)]
    const ready = present.filter(({ id }) => !this.#doubts.has(id))
    const doubtful = present.filter(({ id }) => (this.#doubts.get(id) ?? 0) > performance.now())
    this.#waiting = [...doubtful, ...later]
    for (const [id, endsAtMs] of this.#doubts) if (endsAtMs <= performance.now()) this.#doubts.delete(id)
    return ready
  }
}
