import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import type { CommittedEvent } from './bus.ts'

/** Milliseconds in which Postgres ends a COMMIT whose connection was lost. */
const doubtMs = 10_000

type Doubt = { events: readonly CommittedEvent[]; endsAtMs: number }

/** Events that can go out now, in their order, and the transactions among them that turned out to be committed. */
type Departure = { events: CommittedEvent[]; committed: (readonly CommittedEvent[])[] }

/**
 * Events that wait for a look at the stream, in their order. Those of a transaction whose COMMIT was not answered may be committed, now or
 * in a moment. Who changes the same aggregate waits for that in Postgres, so its events come when the row of the first transaction can be
 * read: a look at it before anything goes out keeps their order.
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

  /** Takes events of a transaction of which is not known whether it was committed. */
  doubt(events: readonly CommittedEvent[]): void {
    this.add(events)
    this.#doubts.set(events[0]?.id ?? '', { events, endsAtMs: Date.now() + doubtMs })
  }

  /** Removes and returns what can go out. */
  async take(em: EntityManager): Promise<Departure> {
    const [count, ids] = [this.#waiting.length, [...this.#doubts.keys()]]
    const rows = ids.length > 0 ? await sql<{ id: string }>(em, readBatches, [ids]) : []
    const waiting = this.#waiting.splice(0, count)
    const committed = rows.map(({ id }) => this.#doubts.get(id)?.events ?? [])
    for (const { id } of rows) this.#doubts.delete(id)
    const open = new Set([...this.#doubts.values()].flatMap(({ events }) => events.map(({ id }) => id)))
    for (const [id, { endsAtMs }] of this.#doubts) if (Date.now() > endsAtMs) this.#doubts.delete(id)
    const known = new Set(waiting.map(({ id }) => id))
    const late = committed.flat().filter(({ id }) => !known.has(id))
    return { events: [...late, ...waiting.filter(({ id }) => !open.has(id))], committed }
  }
}

const readBatches = 'select id from outbox_waiting where id = any($1)'
