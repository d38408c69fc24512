import type { BusEvent, EventKind } from '@posthorn/contracts'
import { sql } from '../db/statement.ts'
import { isPassing, isUnavailable } from '../faults.ts'
import type { Counter } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'
import type { Step } from '../spans/spans.ts'
import { type ClosableTx, inTransaction } from '../tx.ts'
import type { Consumption, Delivered } from './bus.ts'

const batchSizeMax = 100
/** Failed attempts before an event is set aside in `dead_event`. */
const failuresMax = 10
const passingPauseMs = 1_000

/** Handles events of certain kinds in the transaction that marks them as received. */
export type Subscriber<R extends Runtime = Runtime> = {
  kinds: EventKind[]
  /** Returns whether the event matters to the handler. Other events leave no trace. */
  concerns(event: BusEvent): boolean
  apply(args: { tx: ClosableTx; runtime: R; events: BusEvent[] }): Promise<void>
}

/**
 * Defines how a service handles these kinds. Events take effect exactly once, several per transaction. They arrive in bus order, but one that
 * failed before or was published late comes after newer ones. `concerns` filters events if most aren't relevant. It can read only the event.
 */
export function on<K extends EventKind, R extends Runtime = Runtime>(
  kinds: K | K[],
  apply: (args: { tx: ClosableTx; runtime: R; events: BusEvent<K>[] }) => Promise<void>,
  concerns: (event: BusEvent<K>) => boolean = () => true,
): Subscriber<R> {
  const own = [kinds].flat()
  return {
    kinds: own,
    concerns: (event) => own.includes(event.event as K) && concerns(event as BusEvent<K>),
    apply: apply as Subscriber<R>['apply'],
  }
}

/**
 * Consumes all kinds that the subscribers name. An event's effects and its inbox row are committed together, so a redelivery changes
 * nothing. `gatherMs`: how long events may wait to share a transaction. `isStandby`: another process consumes.
 */
export function consumeEvents(
  runtime: Runtime,
  subscribers: Subscriber[],
  { gatherMs, isStandby = false }: { gatherMs?: number | undefined; isStandby?: boolean } = {},
): Promise<Consumption> {
  const redelivered = runtime.metrics.counter('event_redelivery_total', 'Events that the bus handed over once more')
  deadEventsOf(runtime)
  return runtime.bus.consume({
    consumer: runtime.name,
    kinds: [...new Set(subscribers.flatMap(({ kinds }) => kinds))],
    batchSizeMax,
    gatherMs,
    isStandby,
    onEvents: (events) => {
      const again = events.filter(({ deliveries }) => deliveries > 1).length
      if (again > 0) redelivered.add(again)
      return receive(runtime, subscribers, events)
    },
  })
}

/**
 * Applies a batch in one transaction. If that fails, applies its events one by one, so that one bad event doesn't hold up the others. What
 * fails because Postgres can't respond, or because another transaction holds a lock, is redelivered and doesn't count as a failed attempt.
 */
async function receive(runtime: Runtime, subscribers: Subscriber[], batch: Delivered[]): Promise<void> {
  try {
    await apply(runtime, subscribers, batch)
    for (const { ack } of batch) ack()
  } catch (err) {
    const [first] = batch
    if (isUnavailable(err) || (batch.length === 1 && isPassing(err))) {
      for (const { retry } of batch) retry(passingPauseMs)
      runtime.log.warn({ events: batch.length, err }, 'events.postponed')
    } else if (batch.length > 1) {
      for (const delivered of batch) await receive(runtime, subscribers, [delivered])
    } else if (first) {
      await giveUpOrRetry(runtime, first, err)
    }
  }
}

/** Applies an event that was set aside, and leaves it there. Either all of its effects happen, exactly once, or it rejects and none do. */
export const applyAgain = (runtime: Runtime, subscribers: Subscriber[], event: BusEvent): Promise<void> =>
  apply(runtime, subscribers, [{ event }])

type Received = Pick<Delivered, 'event'>

/**
 * Applies the events that concern a subscriber and weren't received before; one that is twice in a batch is applied once. Their effects and
 * inbox rows are in one transaction.
 */
async function apply(runtime: Runtime, subscribers: Subscriber[], delivered: Received[]): Promise<void> {
  const batch = delivered.filter(({ event }) => subscribers.some((subscriber) => subscriber.concerns(event)))
  if (batch.length === 0) return
  const steps: Step[] = []
  const receiveAll = async (tx: ClosableTx) => {
    const fresh = await sql<{ event_id: string }>(
      tx.em,
      'insert into received_event (event_id) select unnest($1::text[]) on conflict do nothing returning event_id',
      [batch.map(({ event }) => event.id)],
    )
    const ids = new Set(fresh.map((row) => row.event_id))
    const events = batch.flatMap(({ event }) => (ids.delete(event.id) ? [beginSpan(runtime, event, steps)] : []))
    for (const subscriber of subscribers) {
      const mine = events.filter((event) => subscriber.concerns(event))
      if (mine.length > 0) await subscriber.apply({ tx, runtime, events: mine })
    }
  }
  const workspaces = batch.map(({ event }) => event.workspace)
  let done = false
  try {
    await runtime.db.withScope({ workspaces, sameEachTime: true }, () => inTransaction(runtime, receiveAll))
    done = true
  } finally {
    for (const step of steps) step.end({ error: done ? undefined : 'event:failed' })
  }
}

/** Begins the span that applies an event, adds it to `steps`, and links the event to it, so that consequences belong to it. The caller ends it. */
function beginSpan({ spans }: Runtime, event: BusEvent, steps: Step[]): BusEvent {
  const { traceparent: parent } = event
  if (parent === undefined) return event
  const attributes = { event: event.id }
  const step = spans.begin({ name: `apply ${event.event}`, kind: 'consumer', parent, attributes })
  steps.push(step)
  return step.traceparent === undefined || step.traceparent === parent
    ? event
    : { ...event, traceparent: step.traceparent }
}

/** Returns the counter of dead events. The first call registers it, so that it shows 0 before anything fails. */
export const deadEventsOf = ({ metrics }: Pick<Runtime, 'metrics'>): Counter =>
  metrics.counter('dead_event_total', 'Events that were set aside since they could not be published or applied')

/** Returns an error's text, shortened to bound the size of a `dead_event` row. */
export const errorTextOf = (err: unknown): string => String(err).slice(0, 2_000)

/**
 * Requests redelivery of an event that can't be applied. After the last attempt, sets it aside as a dead event, so that it doesn't fail
 * forever. An event that was set aside before is neither added to `dead_event_total` nor logged again.
 */
async function giveUpOrRetry(runtime: Runtime, { event, ack, retry }: Delivered, err: unknown): Promise<void> {
  const count = await countFailure(runtime, event)
  if (count < failuresMax) {
    runtime.log.warn({ event: event.id, kind: event.event, failures: count, err }, 'event.failed')
    return retry(runtime.config.EVENT_RETRY_MS * count)
  }
  const added = await sql(
    runtime.db.em(),
    `insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [runtime.name, event.id, event.event, JSON.stringify(event), errorTextOf(err), count],
  )
  // Another event of the same message that still fails has this one redelivered too.
  if (added.length > 0) {
    deadEventsOf(runtime).add()
    runtime.log.error({ event: event.id, kind: event.event, failures: count, err }, 'event.dead')
  }
  ack()
}

/**
 * Counts a failure of an event, in Postgres: a process that restarts often would never set it aside. Deliveries don't count, because an
 * outage, another transaction or a dead process repeats them too.
 */
async function countFailure({ db }: Runtime, { id }: BusEvent): Promise<number> {
  const [row] = await sql<{ failures: number }>(
    db.em(),
    `insert into failed_event as f (event_id) values ($1)
     on conflict (event_id) do update set failures = f.failures + 1, failed_at = now() returning failures`,
    [id],
  )
  return row?.failures ?? 1
}
