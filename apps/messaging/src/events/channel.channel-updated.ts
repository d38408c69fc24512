import { on, sql, type Tx } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { advance, announce, storedError } from '../messages/advance.ts'
import { lockMessages, saveStatuses } from '../messages/rows.sql.ts'
import { removePostsOf } from '../posts/known-posts.sql.ts'

/** Tracks the channels that messages can be sent to. Their chats show the channel's name. */
export const channelFromUpdate = on<'channel:updated', MessagingRuntime>('channel:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    const { id, number, name, deleted } = data
    const [stored] = await sql(
      tx.em,
      `insert into known_channel as c (workspace_id, id, version, number_id, name, deleted) values ($1, $2, $3, $4, $5, $6)
       on conflict (workspace_id, id) do update set version = excluded.version, name = excluded.name, deleted = excluded.deleted
         where c.version < excluded.version
       returning 1`,
      [workspace, id, aggregate.version, number, name, deleted],
    )
    if (!stored) continue
    if (deleted) {
      await failPosts(tx, workspace, id)
      await removePostsOf(tx.em, workspace, id)
    }
    await sql(
      tx.em,
      `update chat set name = $4, version = version + 1, updated_at = now()
       where workspace_id = $1 and number_id = $2 and recipient = $3 and name is distinct from $4`,
      [workspace, number, id, name],
    )
  }
})

/** Fails messages whose posts were deleted with their channel, because no event will report how those ended. */
async function failPosts(tx: Tx, workspace: string, channel: string): Promise<void> {
  const ids = await sql<{ workspace: string; id: string }>(
    tx.em,
    `select m.workspace_id as workspace, m.id from channel_post p join message m on m.workspace_id = p.workspace_id and m.id = p.message_id
     where p.workspace_id = $1 and m.recipient = $2 and m.status = 'sending'`,
    [workspace, channel],
  )
  const at = new Date().toISOString()
  const failed = (await lockMessages(tx.em, ids)).flatMap((before) => {
    const after = advance(before, { event: 'failed', at, error: storedError('channel:not_found') })
    if (after) announce(tx, { before, after })
    return after ?? []
  })
  await saveStatuses(tx.em, failed)
}
