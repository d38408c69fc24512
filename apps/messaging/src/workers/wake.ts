import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction, sql, type Worker } from '@posthorn/chassis'
import { presentChat } from '../chats/present.ts'
import { recordChanges } from '../chats/record-changes.ts'
import type { MessagingRuntime } from '../config.ts'
import type { Author, ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'

const pollMs = 5_000
const stepMax = 200

/** Ends snoozes that are due, and announces each chat. */
export const wake: Worker<MessagingRuntime> = {
  name: 'wake',
  pollMs,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const chats = await endSnoozes(tx.em, stepMax)
      const change = 'woken' as const
      for (const chat of chats) {
        const data = { ...presentChat(chat), change, ...(chat.snoozedBy && { snoozedBy: chat.snoozedBy }) }
        const aggregate = { id: chat.id, version: chat.version }
        tx.emit({ kind: 'chat:updated', workspace: chat.workspaceId, data, aggregate })
      }
      recordChanges(
        tx.em,
        chats.map((chat) => ({ chat, change })),
      )
      return { worked: chats.length }
    }),
}

/** A chat that was snoozed, and who had snoozed it. */
type WokenChat = ChatRow & { snoozedBy: Author | null }

/** Ends up to `max` snoozes that are due, and returns their chats. */
function endSnoozes(em: EntityManager, max: number): Promise<WokenChat[]> {
  return sql<WokenChat>(
    em,
    `update chat set snooze = null, snoozed_until = null, version = version + 1, updated_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from chat where snoozed_until <= now() order by ${chatOrder} limit $1 for update skip locked)
     returning ${chatColumns}, old.snooze->'by' as "snoozedBy"`,
    [max],
  )
}
