import { createLeasedQueue, type LeasedJob, runLeased, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { isQueueServed } from '../messages/queue-conditions.sql.ts'

/** A receipt to send, with what the call needs. */
type ReceiptJob = LeasedJob & {
  messageId: string
  providerId: string | null
  typing: boolean
  numberId: string
  provider: string
  version: number
  ciphertext: string | null
}

/** Selects the customer's last message, if a typing indicator precedes a message that is still waiting and may be sent. */
const newestWritten = `(
  select i.provider_id from message o join number_queue l on l.number_id = o.number_id and ${isQueueServed}
  join message i on i.workspace_id = o.workspace_id and i.chat_id = o.chat_id and i.direction = 'in' and i.provider_id is not null
  where o.workspace_id = job.workspace_id and o.id = job.message_id and o.status in ('scheduled', 'queued') order by i.id desc limit 1)`

const receiptQueue = createLeasedQueue<ReceiptJob>({
  table: 'receipt_job',
  key: { message_id: 'messageId' },
  leaseSeconds: 30,
  retries: { attemptsMax: 6, pausesMs: [1_000, 5_000, 30_000, 120_000, 600_000] },
  columns: `coalesce(job.provider_id, ${newestWritten}) as "providerId", job.typing, n.id as "numberId", n.provider, n.version, n.ciphertext`,
  from: 'job join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id',
})

const pollMs = 5_000
const batchSizeMax = 20

/**
 * Sends read receipts and typing indicators to the provider. A receipt is idempotent, so a lost response is simply retried; typing is only tried
 * once, because later it would be wrong.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: (runtime) =>
    runLeased(runtime.db.em(), receiptQueue, { limit: batchSizeMax, work: (job) => sendReceipt(runtime, job) }),
}

async function sendReceipt(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
  const { deps, db } = runtime
  const result = await callProvider(deps, job)
  const isRetried = result.retryable && (await receiptQueue.retry(db.em(), job))
  if (!isRetried) await receiptQueue.end(db.em(), job)
}

async function callProvider(deps: MessagingRuntime['deps'], job: ReceiptJob): Promise<{ retryable: boolean }> {
  const { numberId, version, provider: name, ciphertext, providerId } = job
  const provider = deps.provider(name)
  if (!provider || !ciphertext || providerId === null) return { retryable: false }
  const line = deps.credentials({ numberId, version, provider: name, ciphertext })
  const result = await provider.markRead(line, providerId, { typing: job.typing && job.attempt === 1 })
  return { retryable: !result.ok && result.error.retryable }
}
