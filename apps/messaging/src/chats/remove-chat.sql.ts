import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { type FilesTx, removeFiles } from '../files/files.sql.ts'

type WaitingOfChat = { id: string; recipient: string; post: string | null }

/** Locks a chat's jobs and returns them. Refuses (`chat:sending`) while one isn't waiting: the provider may have its message. */
export async function waitingOf(em: EntityManager, workspace: string, chatId: string): Promise<WaitingOfChat[]> {
  const jobs = await sql<WaitingOfChat & { status: string }>(
    em,
    `select message_id as id, status, recipient, post_id as post from send_job where workspace_id = $1 and message_id in
       (select id from message where workspace_id = $1 and chat_id = $2) order by message_id for update`,
    [workspace, chatId],
  )
  if (jobs.some(({ status }) => status !== 'waiting')) fail('chat:sending', { retryAfter: 5 })
  return jobs
}

/** Maximum number of a chat's messages that one statement moves or removes, because the time of a statement is limited. */
export const messagesPerStatement = 10_000

/** The last message that a statement removed, null if none was left, and the files that customers sent in them. */
type RemovedStep = { last: string | null; files: string[] | null }

/**
 * Removes a chat with its messages, jobs, customers' files and everything else about it. The caller must have locked the jobs. Keeps the
 * messages' provider ids, so that a late duplicate callback doesn't restore a message.
 */
export async function removeChat(tx: FilesTx, workspace: string, chatId: string): Promise<void> {
  let last: string | null = ''
  while (last !== null) {
    const [step]: RemovedStep[] = await sql<RemovedStep>(
      tx.em,
      `with next as (select id from message where workspace_id = $1 and chat_id = $2 and id > $3 order by id limit ${messagesPerStatement}),
       gone as (delete from message where workspace_id = $1 and id = any(array(select id from next))
         returning id, case when direction = 'in' then content->'media'->>'file' end as file),
       jobs as (delete from send_job where message_id in (select id from gone)),
       media as (delete from media_job where message_id in (select id from gone)),
       receipts as (delete from receipt_job where message_id in (select id from gone)),
       participants as (delete from participant_receipt where workspace_id = $1 and message_id in (select id from gone)),
       attempts as (delete from send_attempt where workspace_id = $1 and message_id in (select id from gone))
     select max(id) as last, array_remove(array_agg(distinct file), null) as files from gone`,
      [workspace, chatId, last],
    )
    const files = step?.files
    last = step?.last ?? null
    if (files && files.length > 0) await removeFiles(tx, { workspace, files })
  }
  await sql(tx.em, 'delete from chat where workspace_id = $1 and id = $2', [workspace, chatId])
}
