import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Hours after a customer's message in which free text may be sent (provider: customer service window). */
export const windowHours = 24

// Cursors carry milliseconds.
const thisMoment = `date_trunc('milliseconds', now())`

/** Tests if the window of a chat is open. */
export const isWindowOpen = (chat: string) => `${chat}.window_closes_at > now()`

/** Tests if the window of a chat is known to have closed; false where the customer never wrote. */
export const isWindowClosed = (chat: string) => `coalesce(not ${isWindowOpen(chat)}, false)`

/** A message that the provider refused at this time since the window of its chat was closed. */
export type WindowRefusal = { workspace: string; id: string; at: string }

/** Closes the windows of chats as the provider says, unless the customer wrote after that, or just before. */
export async function closeWindowsOf(em: EntityManager, refusals: WindowRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql(
    em,
    `update chat c set window_closes_at = least(coalesce(c.window_closes_at, ${thisMoment}), ${thisMoment}), version = c.version + 1
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as refused (workspace_id, id, at)
     join message m on m.workspace_id = refused.workspace_id and m.id = refused.id
     where c.workspace_id = m.workspace_id and c.id = m.chat_id and (c.last_inbound_at is null or c.last_inbound_at < refused.at - interval '1 minute')`,
    [refusals.map(({ workspace }) => workspace), refusals.map(({ id }) => id), refusals.map(({ at }) => at)],
  )
}

/**
 * Lets the messages continue that wait in these chats for a window that is open. True: there were some. A statement before it must have locked
 * the chats: what is set to wait meanwhile is not seen otherwise.
 */
export async function releaseHeld(em: EntityManager, chats: readonly string[]): Promise<boolean> {
  const released = await sql(
    em,
    `update send_job j set run_at = greatest(now(), j.due_at), waits_for = null from chat c
     where j.chat_id = any($1) and j.waits_for = 'window_closed'
       and c.workspace_id = j.workspace_id and c.id = j.chat_id and ${isWindowOpen('c')} returning 1`,
    [chats],
  )
  return released.length > 0
}
