import { backoffMs, sql, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

type ReceiptJob = {
  message_id: string
  provider_id: string | null
  attempt: number
  typing: boolean
  number_id: string
  provider: string
  version: number
  ciphertext: string | null
}

const pollMs = 5_000
const batchSizeMax = 20
const attemptsMax = 6
const leaseSeconds = 30
const scheduleMs = [1_000, 5_000, 30_000, 120_000, 600_000] as const

/** What the customer wrote last, where typing is shown before a message that still waits and may leave. */
const newestWritten = `(
  select i.provider_id from message o join lane l on l.number_id = o.number_id and l.connected and l.state <> 'paused'
  join message i on i.workspace_id = o.workspace_id and i.chat_id = o.chat_id and i.direction = 'in' and i.provider_id is not null
  where o.workspace_id = job.workspace_id and o.id = job.message_id and o.status in ('scheduled', 'queued') order by i.id desc limit 1)`

/**
 * Tells the provider which incoming messages were read, and that an answer is being written. A receipt may be repeated without harm, so
 * a lost answer is simply tried again; typing is shown by the first try only, as later it would be wrong.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const jobs = await sql<ReceiptJob>(
      runtime.db.em(),
      `with job as (
         update receipt_job set run_at = now() + interval '${leaseSeconds} seconds', attempt = attempt + 1
         where message_id in (select message_id from receipt_job where run_at <= now() order by run_at limit ${batchSizeMax} for update skip locked)
         returning *
       )
       select job.message_id, coalesce(job.provider_id, ${newestWritten}) as provider_id, job.attempt, job.typing, n.id as number_id, n.provider, n.version, n.ciphertext
       from job join number_line n on n.workspace_id = job.workspace_id and n.id = job.number_id`,
    )
    await Promise.all(jobs.map((job) => tell(runtime, job)))
    return { worked: jobs.length, ...(await nextRun(runtime)) }
  },
}

async function tell(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
  const { deps } = runtime
  const provider = deps.provider(job.provider)
  if (!provider || !job.ciphertext || job.provider_id === null) return forget(runtime, job)
  const line = deps.line({
    numberId: job.number_id,
    version: job.version,
    provider: job.provider,
    ciphertext: job.ciphertext,
  })
  const result = await provider.markRead(line, job.provider_id, { typing: job.typing && job.attempt === 1 })
  if (result.ok || !result.error.retryable || job.attempt >= attemptsMax) return forget(runtime, job)
  await sql(
    runtime.db.em(),
    `update receipt_job set run_at = now() + $2 * interval '1 millisecond' where message_id = $1`,
    [job.message_id, backoffMs(job.attempt, scheduleMs, { jitter: 0.2 })],
  )
}

async function forget(runtime: MessagingRuntime, job: ReceiptJob): Promise<void> {
  await sql(runtime.db.em(), 'delete from receipt_job where message_id = $1', [job.message_id])
}

/** When the next receipt is due. */
async function nextRun(runtime: MessagingRuntime): Promise<{ nextInMs?: number }> {
  const [row] = await sql<{ in_ms: string | null }>(
    runtime.db.em(),
    'select ceil(extract(epoch from min(run_at) - now()) * 1000)::text as in_ms from receipt_job where run_at > now()',
  )
  return row?.in_ms ? { nextInMs: Math.max(1, Number(row.in_ms)) } : {}
}
