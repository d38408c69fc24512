import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'

type WaitingJob = { id: string; recipient: string; post: string | null }

/** Locks the jobs of a chat and returns the waiting ones. Refuses while a message is being sent. */
export async function waitingOf(em: EntityManager, workspace: string, chat: string): Promise<WaitingJob[]> {
  const jobs = await sql<WaitingJob & { status: string }>(
    em,
    `select message_id as id, status, recipient, post_id as post from send_job where workspace_id = $1 and message_id in
       (select id from message where workspace_id = $1 and chat_id = $2) order by message_id for update`,
    [workspace, chat],
  )
  if (jobs.some(({ status }) => status !== 'waiting')) fail('chat:sending', { retryAfter: 5 })
  return jobs
}

/**
 * Removes a chat with its messages, attempts, receipts, notes and waiting jobs, whose rows must be locked. Provider ids of its messages are kept, so
 * that a late repeated callback doesn't restore a message.
 */
export async function removeChat(em: EntityManager, workspace: string, chat: string): Promise<void> {
  await sql(
    em,
    `with gone as (delete from message where workspace_id = $1 and chat_id = $2 returning id),
       jobs as (delete from send_job where message_id in (select id from gone)),
       receipts as (delete from receipt_job where message_id in (select id from gone)),
       participants as (delete from participant_receipt where workspace_id = $1 and message_id in (select id from gone)),
       attempts as (delete from send_attempt where workspace_id = $1 and message_id in (select id from gone))
     select 1 from gone limit 1`,
    [workspace, chat],
  )
  await sql(em, 'delete from chat where workspace_id = $1 and id = $2', [workspace, chat])
}
