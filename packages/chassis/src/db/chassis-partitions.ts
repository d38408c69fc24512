import type { PartitionedTable } from './partitions.ts'

/** Full days, in addition to the current one, that the outbox keeps events: at least 72 hours. */
const outboxDays = 3

/** Condition: all events of a day are published and confirmed. Others may have to be published again, whatever their age. */
const isConfirmed = (day: string) =>
  `select 1 where not exists (select 1 from outbox_batch where id <= (select max(id) from ${day}))`

/** Longer than stream, outbox and retries together, so that a late redelivery still finds its event. */
export const receivedDays = 8

/** Condition: no event of a day was received during that time. One may arrive long after it was announced. */
const isExpired = (day: string) =>
  `select 1 where not exists (select 1 from ${day} where received_at > now() - interval '${receivedDays} days')`

const daily = { prefix: 'evt', every: 'day', createInAdvance: 3 } as const

/** Partitioned tables of every service. */
export const chassisPartitions: PartitionedTable[] = [
  { ...daily, table: 'outbox', keep: outboxDays, mayDrop: isConfirmed },
  { ...daily, table: 'received_event', keep: receivedDays, mayDrop: isExpired },
]
