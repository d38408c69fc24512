import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { removeFiles } from '../erasure/files.sql.ts'
import { chatOrder } from './lock-order.sql.ts'

/** Workspaces that keep messages for a limited time. */
export function workspacesWithRetention(em: EntityManager): Promise<{ workspace: string; days: number }[]> {
  return sql(
    em,
    `select workspace_id as workspace, (settings->>'retentionDays')::int as days from workspace_setting
     where settings->>'retentionDays' is not null`,
  )
}

type Old = { workspace: string; beforeId: string; sizeMax: number }

/**
 * Deletes messages with smaller ids, with what belongs to them and the files customers sent in them. Unsent messages are kept. Provider ids are kept,
 * so that a late callback doesn't restore a message. Returns how many were deleted.
 */
export async function removeOldMessages(em: EntityManager, { workspace, beforeId, sizeMax }: Old): Promise<number> {
  const old = await sql<{ id: string; chat: string; file: string | null }>(
    em,
    `select m.id, m.chat_id as chat, case when m.direction = 'in' then m.content->'media'->>'file' end as file
     from message m where m.workspace_id = $1 and m.id < $2 and not exists (select 1 from send_job j where j.message_id = m.id)
     order by m.id limit $3`,
    [workspace, beforeId, sizeMax],
  )
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await clearLastMessages(em, { workspace, chats: [...new Set(old.map(({ chat }) => chat))], ids })
  await sql(
    em,
    `with receipts as (delete from receipt_job where message_id = any($2)),
       media as (delete from media_job where message_id = any($2)),
       participants as (delete from participant_receipt where workspace_id = $1 and message_id = any($2)),
       attempts as (delete from send_attempt where workspace_id = $1 and message_id = any($2))
     delete from message where workspace_id = $1 and id = any($2)`,
    [workspace, ids],
  )
  const files = [...new Set(old.flatMap(({ file }) => file ?? []))]
  if (files.length > 0) await removeFiles(em, { workspace, files })
  return old.length
}

type LastMessages = { workspace: string; chats: string[]; ids: string[] }

/** Removes deleted messages from the chats that show them. Locks chats before messages: the common lock order. */
async function clearLastMessages(em: EntityManager, { workspace, chats, ids }: LastMessages): Promise<void> {
  await sql(
    em,
    `with shown as (
       select id from chat where workspace_id = $1 and id = any($2) and last_message->>'id' = any($3)
       order by ${chatOrder} for update
     )
     update chat c set last_message = null, version = version + 1 from shown where c.workspace_id = $1 and c.id = shown.id`,
    [workspace, chats, ids],
  )
}
