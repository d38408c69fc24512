import type { EntityManager } from '@mikro-orm/postgresql'
import { type BusEvent, type EventData, type EventKind, newEventId } from '@posthorn/contracts'
import type { CommittedEvent } from './bus/bus.ts'
import { lastSql } from './db/sql.ts'
import type { Runtime } from './runtime.ts'

/** An event to announce: what happened, to whom, and which version of the thing it describes. */
export type Announcement<K extends EventKind = EventKind> = {
  kind: K
  workspace: string
  data: EventData<K>
  aggregate: { id: string; version: number }
  traceparent?: string | undefined
  occurredAt?: string
}

/** One transaction: what it reads and writes, what it announces, and whom it wakes. */
export type Tx = {
  em: EntityManager
  /** Announces an event: an outbox row in this transaction, on the bus after its commit. Answers the event's id. */
  emit<K extends EventKind>(announcement: Announcement<K>): string
  /** Wakes a loop of this service once the transaction has committed. */
  wake(loop: string): void
}

/**
 * Runs `work` in one transaction and, with its last statement, writes the outbox. After the commit the relay
 * takes the events and the named loops are woken. When `work` throws nothing has happened.
 */
export async function inTransaction<T>(runtime: Runtime, work: (tx: Tx) => Promise<T>): Promise<T> {
  const events: BusEvent[] = []
  let committed: CommittedEvent[] = []
  const wakes = new Set<string>()
  const result = await runtime.db.transaction(async (em) => {
    const value = await work({
      em,
      emit: (announcement) => {
        const event = toBusEvent(announcement)
        events.push(event)
        return event.id
      },
      wake: (loop) => void wakes.add(loop),
    })
    if (events.length > 0) {
      await em.flush()
      committed = await writeOutbox(em, events)
    }
    return value
  })
  if (committed.length > 0) runtime.announce(committed)
  for (const loop of wakes) runtime.wake(loop)
  return result
}

function toBusEvent<K extends EventKind>(announcement: Announcement<K>): BusEvent<K> {
  const { kind, traceparent, workspace, data, aggregate, occurredAt } = announcement
  return {
    id: newEventId(),
    event: kind,
    workspace,
    occurredAt: occurredAt ?? new Date().toISOString(),
    version: 1,
    data,
    aggregate,
    ...(traceparent ? { traceparent } : {}),
  }
}

async function writeOutbox(em: EntityManager, events: BusEvent[]): Promise<CommittedEvent[]> {
  const rows = events.map((event) => ({ id: event.id, kind: event.event, payload: JSON.stringify(event) }))
  await lastSql(
    em,
    `insert into outbox (id, workspace_id, kind, aggregate_id, aggregate_version, payload)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])`,
    [
      rows.map(({ id }) => id),
      events.map((event) => event.workspace),
      rows.map(({ kind }) => kind),
      events.map((event) => event.aggregate.id),
      events.map((event) => event.aggregate.version),
      rows.map(({ payload }) => payload),
    ],
  )
  return rows
}
