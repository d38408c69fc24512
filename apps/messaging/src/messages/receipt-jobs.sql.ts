import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** A receipt to send, with what its call needs. */
export type ReceiptJob = {
  message_id: string
  provider_id: string | null
  attempt: number
  typing: boolean
  number_id: string
  provider: string
  version: number
  ciphertext: string | null
}

const leaseSeconds = 30

/** Selects what the customer wrote last, where typing is shown before a message that still waits and may leave. */
const newestWritten = `(
  select i.provider_id from message o join lane l on l.number_id = o.number_id and l.connected and l.state <> 'paused'
  join message i on i.workspace_id = o.workspace_id and i.chat_id = o.chat_id and i.direction = 'in' and i.provider_id is not null
  where o.workspace_id = job.workspace_id and o.id = job.message_id and o.status in ('scheduled', 'queued') order by i.id desc limit 1)`

/** Takes due receipts; they come up again when nobody finishes them. */
export function takeReceiptJobs(em: EntityManager, sizeMax: number): Promise<ReceiptJob[]> {
  return sql<ReceiptJob>(
    em,
    `with job as (
         update receipt_job set run_at = now() + interval '${leaseSeconds} seconds', attempt = attempt + 1
         where message_id in (select message_id from receipt_job where run_at <= now() order by run_at limit $1 for update skip locked)
         returning *
       )
       select job.message_id, coalesce(job.provider_id, ${newestWritten}) as provider_id, job.attempt, job.typing, n.id as number_id, n.provider, n.version, n.ciphertext
       from job join number_line n on n.workspace_id = job.workspace_id and n.id = job.number_id`,
    [sizeMax],
  )
}

/** Puts a receipt off. */
export async function postponeReceiptJob(em: EntityManager, messageId: string, afterMs: number): Promise<void> {
  await sql(em, `update receipt_job set run_at = now() + $2 * interval '1 millisecond' where message_id = $1`, [
    messageId,
    afterMs,
  ])
}

/** Removes a receipt. */
export async function endReceiptJob(em: EntityManager, messageId: string): Promise<void> {
  await sql(em, 'delete from receipt_job where message_id = $1', [messageId])
}

/** Milliseconds until the next receipt is due. */
export async function nextReceiptInMs(em: EntityManager): Promise<number | undefined> {
  const [row] = await sql<{ in_ms: string | null }>(
    em,
    'select ceil(extract(epoch from min(run_at) - now()) * 1000)::text as in_ms from receipt_job where run_at > now()',
  )
  return row?.in_ms ? Math.max(1, Number(row.in_ms)) : undefined
}
