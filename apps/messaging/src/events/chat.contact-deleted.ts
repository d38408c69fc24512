import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/**
 * Chats and senders of messages forget the name of a contact that was deleted; chats of one that was merged belong to the other now.
 * Phones and texts stay: they are the conversation, and go with its chat.
 */
export const chatFromDeletedContact = on<'contact:deleted', MessagingRuntime>(
  'contact:deleted',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const chats = await sql<{ id: string }>(
        tx.em,
        `update chat set contact_id = $3, name = case when $3::text is not null then name end, version = version + 1, updated_at = now()
         where workspace_id = $1 and contact_id = $2 returning id`,
        [workspace, data.id, data.mergedInto],
      )
      if (data.mergedInto !== null || chats.length === 0) continue
      await sql(
        tx.em,
        `update message set sender = sender - 'name' where workspace_id = $1 and chat_id = any($2) and sender ? 'name'`,
        [workspace, chats.map(({ id }) => id)],
      )
    }
  },
)
