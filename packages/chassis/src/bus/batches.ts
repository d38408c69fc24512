import type { CommittedEvent } from './bus.ts'
import type { PublishedBatch } from './waiting.sql.ts'

/** A batch whose events the bus has all taken, in one epoch. */
export type CompleteBatch = PublishedBatch & { epoch: string }

type Open = CompleteBatch & { size: number }
type Flying = { batch: Open; length: number }

/** The batches of events that this process publishes from memory: those of a transaction are marked together, when the bus has taken all. */
export class Batches {
  readonly #byEvent = new Map<string, Flying>()
  readonly #complete = new Map<string, CompleteBatch>()
  #flyingLength = 0

  /** Events on their way to the bus. */
  get flying(): number {
    return this.#byEvent.size
  }

  /** Characters of the events on their way. */
  get flyingLength(): number {
    return this.#flyingLength
  }

  /** Ids of batches that the sweep leaves alone. */
  ids(): string[] {
    return [...new Set([...this.#byEvent.values()].map(({ batch }) => batch.id)), ...this.#complete.keys()]
  }

  add(events: readonly CommittedEvent[]): void {
    const batch: Open = {
      id: events[0]?.id ?? '',
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

  /** Takes note that the bus has an event. A batch of two epochs is left to the sweep: the stream has lost a part of it. */
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

  /** The batches that can be marked, by epoch. */
  complete(): Map<string, CompleteBatch[]> {
    return Map.groupBy(this.#complete.values(), ({ epoch }) => epoch)
  }

  /** Removes batches that were marked. */
  remove(batches: readonly CompleteBatch[]): void {
    for (const { id } of batches) this.#complete.delete(id)
  }

  /** Removes all that can be marked. */
  removeComplete(): void {
    this.#complete.clear()
  }
}
