import { createLeasedQueue, type LeasedJob } from '@posthorn/chassis'
import { isQueueServed } from './queue-conditions.sql.ts'

/** A receipt to send, with what its call needs. */
export type ReceiptJob = LeasedJob & {
  messageId: string
  providerId: string | null
  typing: boolean
  numberId: string
  provider: string
  version: number
  ciphertext: string | null
}

/** Selects what the customer wrote last, where typing is shown before a message that still waits and may leave. */
const newestWritten = `(
  select i.provider_id from message o join number_queue l on l.number_id = o.number_id and ${isQueueServed}
  join message i on i.workspace_id = o.workspace_id and i.chat_id = o.chat_id and i.direction = 'in' and i.provider_id is not null
  where o.workspace_id = job.workspace_id and o.id = job.message_id and o.status in ('scheduled', 'queued') order by i.id desc limit 1)`

/** The queue of the loop `receipts`. */
export const receiptQueue = createLeasedQueue<ReceiptJob>({
  table: 'receipt_job',
  key: { message_id: 'messageId' },
  leaseSeconds: 30,
  retries: { attemptsMax: 6, pausesMs: [1_000, 5_000, 30_000, 120_000, 600_000] },
  columns: `coalesce(job.provider_id, ${newestWritten}) as "providerId", job.typing, n.id as "numberId", n.provider, n.version, n.ciphertext`,
  from: 'job join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id',
})
