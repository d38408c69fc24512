import type { EntityManager } from '@mikro-orm/postgresql'
import { eachApart, inTransaction, sql, type Tx, type Worker } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { removeFiles } from '../files/files.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'
import { removeOldPending } from '../messages/pending.sql.ts'

const pollMs = 3_600_000
const dayMs = 86_400_000
const sizeMax = 500

/** Deletes amendments whose message never arrived, and each workspace's messages past their retention, in rounds of limited size. */
export const retention: Worker<MessagingRuntime> = {
  name: 'retention',
  pollMs,
  run: async (runtime) => {
    let worked = await inTransaction(runtime, ({ em }) => removeOldPending(em, sizeMax))
    await eachApart(await workspacesWithRetention(runtime.db.em()), async ({ workspace, days }) => {
      const beforeId = idFloor('msg', Date.now() - days * dayMs)
      worked += await inTransaction(runtime, (tx) => removeOldMessages(tx, { workspace, beforeId }))
    })
    return { worked }
  },
}

function workspacesWithRetention(em: EntityManager): Promise<{ workspace: string; days: number }[]> {
  return sql(
    em,
    `select workspace_id as workspace, (settings->>'retentionDays')::int as days from workspace_setting
     where settings->>'retentionDays' is not null`,
  )
}

/**
 * Deletes messages with ids below `beforeId`, their dependent rows, and the files that customers sent in them. Unsent messages are kept.
 * The provider's ids go, too, because it doesn't repeat callbacks for that long. Returns how many messages were deleted.
 */
async function removeOldMessages(
  tx: Tx,
  { workspace, beforeId }: { workspace: string; beforeId: string },
): Promise<number> {
  const { em } = tx
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
       attempts as (delete from send_attempt where workspace_id = $1 and message_id = any($2)),
       gone as (delete from message where workspace_id = $1 and id = any($2) returning number_id, provider_id),
       extra as (delete from provider_reference where extra and message_id = any($2))
     delete from provider_reference r using gone where r.number_id = gone.number_id and r.provider_id = gone.provider_id`,
    [workspace, ids],
  )
  const files = [...new Set(old.flatMap(({ file }) => file ?? []))]
  if (files.length > 0) await removeFiles(tx, { workspace, files })
  return old.length
}

/** Clears deleted messages from the chats that show them. Follows the common lock order: chats before messages. */
async function clearLastMessages(
  em: EntityManager,
  { workspace, chats, ids }: { workspace: string; chats: string[]; ids: string[] },
): Promise<void> {
  await sql(
    em,
    `with shown as (
       select id from chat where workspace_id = $1 and id = any($2) and last_message->>'id' = any($3)
       order by ${chatOrder} for update
     )
     update chat c set last_message = null, version = version + 1, updated_at = now() from shown where c.workspace_id = $1 and c.id = shown.id`,
    [workspace, chats, ids],
  )
}
