import type { PartitionedTable } from './partitions.ts'

/** Whole days, besides the present one, for which the outbox keeps its events: 72 hours and more. */
const outboxDays = 3

/** A day whose events are all published and confirmed. What is not may have to be published again, whatever its age. */
const isConfirmed = (day: string) => `select 1 from relay_position p where
  not exists (select 1 from ${day} where published_at is null)
  and not exists (select 1 from ${day} o where o.js_epoch = p.js_epoch and o.js_seq > p.confirmed_seq)
  and not exists (select 1 from outbox_waiting where id <= (select max(id) from ${day}))
  and not exists (select 1 from outbox_published where id <= (select max(id) from ${day}))`

/** Longer than stream, outbox and retries together: a late redelivery still finds its event. */
export const receivedDays = 8

/** A day of which no event was received in that time: one may come long after it was announced. */
const isExpired = (day: string) =>
  `select 1 where not exists (select 1 from ${day} where received_at > now() - interval '${receivedDays} days')`

const daily = { prefix: 'evt', every: 'day', createInAdvance: 3 } as const

/** Partitioned tables of every service. */
export const chassisPartitions: PartitionedTable[] = [
  { ...daily, table: 'outbox', keep: outboxDays, mayDrop: isConfirmed },
  { ...daily, table: 'received_event', keep: receivedDays, mayDrop: isExpired },
]
