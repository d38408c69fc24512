import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Author, ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'

/** A chat that is back, and who had let it rest. */
type WokenChat = ChatRow & { snoozedBy: Author | null }

/** Ends the snoozes whose time has come, of a number of chats at most. Returns these chats. */
export function endSnoozes(em: EntityManager, max: number): Promise<WokenChat[]> {
  return sql<WokenChat>(
    em,
    `update chat set snooze = null, snoozed_until = null, version = version + 1, updated_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from chat where snoozed_until <= now() order by ${chatOrder} limit $1 for update skip locked)
     returning ${chatColumns}, old.snooze->'by' as "snoozedBy"`,
    [max],
  )
}
