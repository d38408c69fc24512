import type { MessagingRuntime } from '../config.ts'
import { type ReceiptJob, receiptQueue } from './receipt-jobs.sql.ts'

/** Sends one receipt to the provider. */
export async function sendReceipt(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
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
