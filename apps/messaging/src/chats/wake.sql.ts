import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import { chatColumns } from '../messages/accept.sql.ts'
import { chatOrder } from '../messages/lock-order.sql.ts'

/** Ends the snoozes whose time has come, of a number of chats at most. Returns these chats. */
export function endSnoozes(em: EntityManager, max: number): Promise<ChatRow[]> {
  return sql<ChatRow>(
    em,
    `update chat set snooze = null, snoozed_until = null, version = version + 1, updated_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from chat where snoozed_until <= now() order by ${chatOrder} limit $1 for update skip locked)
     returning ${chatColumns}`,
    [max],
  )
}
