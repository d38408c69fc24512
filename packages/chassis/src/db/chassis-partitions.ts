import type { PartitionedTable } from './partitions.ts'

/** Whole days, besides the present one, for which the outbox keeps its events: 72 hours and more. */
const outboxDays = 3

/** A day whose events are all published and confirmed. What is not may have to be published again, whatever its age. */
const isConfirmed = (day: string) => `select 1 from relay_position p where
  not exists (select 1 from ${day} where published_at is null)
  and not exists (select 1 from ${day} o where o.js_epoch = p.js_epoch and o.js_seq > p.confirmed_seq)
  and not exists (select 1 from outbox_waiting where id <= (select max(id) from ${day}))
  and not exists (select 1 from outbox_published where id <= (select max(id) from ${day}))`

/** Partitioned tables of every service. */
export const chassisPartitions: PartitionedTable[] = [
  {
    table: 'outbox',
    prefix: 'evt',
    every: 'day',
    createInAdvance: 3,
    keep: outboxDays,
    mayDrop: isConfirmed,
  },
]
