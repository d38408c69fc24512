import { backoffMs } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { endReceiptJob, postponeReceiptJob, type ReceiptJob } from './receipt-jobs.sql.ts'

const attemptsMax = 6
const scheduleMs = [1_000, 5_000, 30_000, 120_000, 600_000] as const

/** Sends one receipt to the provider. */
export async function sendReceipt(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
  const { deps, db } = runtime
  const em = db.em()
  const provider = deps.provider(job.provider)
  if (!provider || !job.ciphertext || job.provider_id === null) return endReceiptJob(em, job.message_id)
  const line = deps.credentials({
    numberId: job.number_id,
    version: job.version,
    provider: job.provider,
    ciphertext: job.ciphertext,
  })
  const result = await provider.markRead(line, job.provider_id, { typing: job.typing && job.attempt === 1 })
  if (result.ok || !result.error.retryable || job.attempt >= attemptsMax) return endReceiptJob(em, job.message_id)
  await postponeReceiptJob(em, job.message_id, backoffMs(job.attempt, scheduleMs, { jitter: 0.2 }))
}
