import { runLeased, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { type ReceiptJob, receiptQueue } from '../messages/receipt-jobs.sql.ts'

const pollMs = 5_000
const batchSizeMax = 20

/**
 * Reports to the provider which incoming messages were read, and that an answer is being written. A receipt may be repeated without harm, so
 * a lost answer is simply tried again; typing is shown by the first try only, as later it would be wrong.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: (runtime) =>
    runLeased(runtime.db.em(), receiptQueue, { limit: batchSizeMax, work: (job) => sendReceipt(runtime, job) }),
}

/** Sends one receipt to the provider. */
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
