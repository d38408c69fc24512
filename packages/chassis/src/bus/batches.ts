import type { EntityManager } from '@mikro-orm/postgresql'
import type { CommittedEvent } from './bus.ts'
import { type PublishedBatch, readOpen } from './outbox.sql.ts'

/** A batch whose events the bus has all accepted, in one epoch. */
export type CompleteBatch = PublishedBatch & { epoch: string }

type Open = CompleteBatch & { size: number }
type Flying = { batch: Open; length: number }

/**
 * Batches of events that this process publishes from memory. The events of a transaction are marked together, once the bus has accepted all of
 * them.
 */
export class Batches {
  readonly #byEvent = new Map<string, Flying>()
  readonly #complete = new Map<string, CompleteBatch>()
  #flyingLength = 0

  /** Number of events being published. */
  get flying(): number {
    return this.#byEvent.size
  }

  /** Characters of the events being published. */
  get flyingLength(): number {
    return this.#flyingLength
  }

  /** Ids of batches that the sweep must skip. */
  ids(): string[] {
    return [...new Set([...this.#byEvent.values()].map(({ batch }) => batch.id)), ...this.#complete.keys()]
  }

  add(events: readonly CommittedEvent[]): void {
    const batch: Open = {
      id: events[0]?.id ?? '',
      attempt: 0,
      size: events.length,
      epoch: '',
      events: [],
    }
    for (const { id, payload } of events) {
      this.#end(id)
      this.#byEvent.set(id, { batch, length: payload.length })
      this.#flyingLength += payload.length
    }
  }

  /** Records that the bus has an event. A batch with two epochs is left to the sweep, because the stream has lost part of it. */
  take(eventId: string, { seq, epoch }: { seq: number; epoch: string }): void {
    const batch = this.#end(eventId)
    if (!batch) return
    if (batch.events.length > 0 && batch.epoch !== epoch) batch.size = Number.POSITIVE_INFINITY
    batch.epoch = epoch
    batch.events.push({ id: eventId, seq })
    if (batch.events.length === batch.size) this.#complete.set(batch.id, batch)
  }

  /** Leaves the batches of these events to the sweep. */
  leave(events: readonly CommittedEvent[]): void {
    for (const { id } of events) {
      const batch = this.#end(id)
      if (batch) batch.size = Number.POSITIVE_INFINITY
    }
  }

  #end(eventId: string): Open | undefined {
    const flying = this.#byEvent.get(eventId)
    this.#byEvent.delete(eventId)
    this.#flyingLength -= flying?.length ?? 0
    return flying?.batch
  }

  /** Returns the batches ready to be marked, by epoch. */
  complete(): Map<string, CompleteBatch[]> {
    return Map.groupBy(this.#complete.values(), ({ epoch }) => epoch)
  }

  remove(batches: readonly CompleteBatch[]): void {
    for (const { id } of batches) this.#complete.delete(id)
  }

  /** Removes all batches ready to be marked. */
  removeComplete(): void {
    this.#complete.clear()
  }
}

/** Postgres finishes a COMMIT whose connection was lost within this time, in milliseconds. */
const doubtMs = 10_000

type Doubt = { events: readonly CommittedEvent[]; endsAtMs: number }

/** Events that can be published now, in order, and the transactions among them that turned out to be committed. */
type Departure = { events: CommittedEvent[]; committed: (readonly CommittedEvent[])[] }

/**
 * Events waiting for a check of the stream, in order. A transaction whose COMMIT wasn't answered may still commit. Other changes of the same
 * aggregate wait for it in Postgres, so their events arrive only once its row can be read: reading it before publishing anything keeps the
 * order.
 */
export class Postponed {
  #waiting: CommittedEvent[] = []
  readonly #doubts = new Map<string, Doubt>()

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#doubts.size === 0
  }

  add(events: readonly CommittedEvent[]): void {
    this.#waiting.push(...events)
  }

  /** Takes events of a transaction that may or may not have been committed. */
  doubt(events: readonly CommittedEvent[]): void {
    this.add(events)
    this.#doubts.set(events[0]?.id ?? '', { events, endsAtMs: Date.now() + doubtMs })
  }

  /** Removes and returns the events that can be published. */
  async take(em: EntityManager): Promise<Departure> {
    const [count, ids] = [this.#waiting.length, [...this.#doubts.keys()]]
    const found = await readOpen(em, ids)
    const waiting = this.#waiting.splice(0, count)
    const committed = found.map((id) => this.#doubts.get(id)?.events ?? [])
    for (const id of found) this.#doubts.delete(id)
    const open = new Set([...this.#doubts.values()].flatMap(({ events }) => events.map(({ id }) => id)))
    for (const [id, { endsAtMs }] of this.#doubts) if (Date.now() > endsAtMs) this.#doubts.delete(id)
    const known = new Set(waiting.map(({ id }) => id))
    const late = committed.flat().filter(({ id }) => !known.has(id))
    return { events: [...late, ...waiting.filter(({ id }) => !open.has(id))], committed }
  }
}
