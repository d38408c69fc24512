import type { EntityManager } from '@mikro-orm/postgresql'
import {
  type BusEvent,
  type EventData,
  type EventKind,
  eventCatalog,
  fail,
  idTimeMs,
  newEventId,
  type Unfilled,
} from '@posthorn/contracts'
import type { CommittedEvent } from './bus/bus.ts'
import { type BoundStatement, lastSql, type Row, rowType, sql, statement } from './db/statement.ts'
import { invalidPlaces, isLost } from './faults.ts'
import type { Log } from './log.ts'
import type { Runtime } from './runtime.ts'

/** An event to announce: what happened, in which workspace, and the version of the object that it describes. */
export type Announcement<K extends EventKind = EventKind> = {
  kind: K
  workspace: string
  data: Unfilled<EventData<K>>
  aggregate: { id: string; version: number }
  traceparent?: string | undefined
  /** The provider's original callback, if `data` doesn't contain all of it. */
  callback?: BusEvent['callback'] | undefined
  /** Whom a direct chat is with, if `data` names neither a phone number nor a contact. */
  recipient?: BusEvent['recipient'] | undefined
}

/**
 * A statement for the end of a transaction. `ended` receives its rows once they are committed. It receives null if they aren't, or if the
 * connection was lost before Postgres responded to COMMIT.
 */
export type Closing<T extends Row = Row> = BoundStatement & { ended(rows: T[] | null): void }

export type Tx = {
  em: EntityManager
  /** Announces an event by writing an outbox row in this transaction. The event is published after the commit. Returns its id. */
  emit<K extends EventKind>(announcement: Announcement<K>): string
  wake(loop: string): void
  log: Log
}

/** A transaction that takes statements for its end. They run after all others but the one that writes the outbox. COMMIT is sent with the last. */
export type ClosableTx = Tx & { close<T extends Row>(closing: Closing<T>): void }

/** Maximum size of an event that a call may cause: half of the bus's limit, because later events about the same object may be longer. */
export const calledEventBytesMax = 512 * 1024

/**
 * Runs `work` in a transaction, in the caller's tenant scope, and writes the outbox in its last statement. After the commit, passes the
 * events to the relay and wakes the named loops. If `work` throws, nothing is committed, published or woken. If the connection is lost during
 * COMMIT, it throws, although all may be committed. `eventBytesMax`: refuse larger events (`request:too_large`). By default, they are
 * committed, and the relay sets them aside if the bus refuses them.
 */
export async function inTransaction<T>(
  runtime: Runtime,
  work: (tx: ClosableTx) => Promise<T>,
  { eventBytesMax = Number.POSITIVE_INFINITY }: { eventBytesMax?: number } = {},
): Promise<T> {
  const events: BusEvent[] = []
  const closings: Closing[] = []
  let rows: Row[][] = []
  const wakes = new Set<string>()
  let announced: CommittedEvent[] = []
  let committed: CommittedEvent[] | null = null
  try {
    const done = await runtime.db.transaction(async (em) => {
      const value = await work({
        em,
        emit: (announcement) => {
          const event = toBusEvent(announcement, runtime.log)
          events.push(event)
          return event.id
        },
        wake: (loop) => void wakes.add(loop),
        log: runtime.log,
        close: (closing) => void closings.push(closing as Closing),
      })
      const rowsOfEvents = events.map((event) => ({ event, payload: JSON.stringify(event) }))
      for (const { payload } of rowsOfEvents) refuseLargeEvent(payload, eventBytesMax)
      const ids = events.map(({ id }) => id)
      const last = events.length > 0 ? [...closings, writeOutbox({ rows: rowsOfEvents, ids })] : closings
      if (last.length > 0) await em.flush()
      announced = rowsOfEvents.map(({ event, payload }) => ({ id: event.id, kind: event.event, payload }))
      rows = await runAll(em, last)
      return value
    })
    committed = announced
    if (committed.length > 0) runtime.announce(committed)
    for (const loop of wakes) runtime.wake(loop)
    return done
  } catch (err) {
    if (announced.length > 0 && isLost(err)) runtime.doubt(announced)
    throw err
  } finally {
    for (const [i, { ended }] of closings.entries()) ended(committed && (rows[i] ?? []))
  }
}

/** Throws `request:too_large` for an event over `bytesMax`, which rolls back the change that it announces. Only calls have a limit. */
function refuseLargeEvent(payload: string, bytesMax: number): void {
  // A UTF-16 code unit takes at most three bytes.
  if (payload.length * 3 <= bytesMax || Buffer.byteLength(payload) <= bytesMax) return
  const message = `The object would have more than ${bytesMax / 1024} KiB; shorten its texts and lists.`
  fail('request:too_large', { message })
}

/** Runs a transaction's last statements in order. COMMIT is sent with the last of them. */
async function runAll(em: EntityManager, statements: BoundStatement[]): Promise<Row[][]> {
  const rows: Row[][] = []
  for (const [i, bound] of statements.entries())
    rows.push(await (i === statements.length - 1 ? lastSql : sql)(em, bound))
  return rows
}

/** Returns an announcement as the event that is published. Its time is the one in its id, because the event log's time filters compare ids. */
function toBusEvent<K extends EventKind>(announcement: Announcement<K>, log: Log): BusEvent<K> {
  const { kind, traceparent, callback, recipient, workspace, data, aggregate } = announcement
  const id = newEventId()
  return {
    id,
    event: kind,
    workspace,
    occurredAt: new Date(idTimeMs(id)).toISOString(),
    version: 1,
    data: shownData(kind, data, log),
    aggregate,
    ...(callback ? { callback } : {}),
    ...(recipient ? { recipient } : {}),
    ...(traceparent ? { traceparent } : {}),
  }
}

/** Returns data with all of the contract's fields. Like an invalid response, invalid data is logged and announced unchanged. */
function shownData<K extends EventKind>(kind: K, data: Unfilled<EventData<K>>, log: Log): EventData<K> {
  const parsed = eventCatalog[kind].data.safeParse(data)
  if (parsed.success) return parsed.data as EventData<K>
  log.error({ kind, places: invalidPlaces(parsed.error) }, 'event.invalid')
  return data as EventData<K>
}

const outboxRow = rowType<{ event: BusEvent; payload: string }>({
  id: ['text', ({ event }) => event.id],
  workspace_id: ['text', ({ event }) => event.workspace],
  kind: ['text', ({ event }) => event.event],
  payload: 'packed lightly',
})

/**
 * Publishing doesn't update outbox rows. Instead, an `outbox_batch` row with the id of the transaction's first event records that the
 * transaction's events are waiting.
 */
const writeOutbox = statement(
  { rows: outboxRow, ids: 'text[]' },
  ({ rows, ids }) => `with waiting as (insert into outbox_batch (id, ids) values ((${ids})[1], ${ids}))
   insert into outbox (${rows.list()}) select ${rows.list()} from ${rows.as('r')}`,
)
