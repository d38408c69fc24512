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

/**
 * Closes the windows of chats whose messages the provider refused for that, as it knows best, unless the customer wrote just now.
 */
export async function closeWindowsOf(em: EntityManager, messages: { workspace: string; id: string }[]): Promise<void> {
  if (messages.length === 0) return
  await sql(
    em,
    `update chat c set window_closes_at = least(coalesce(c.window_closes_at, ${thisMoment}), ${thisMoment}), version = c.version + 1
     from unnest($1::text[], $2::text[]) as refused (workspace_id, id)
     join message m on m.workspace_id = refused.workspace_id and m.id = refused.id
     where c.workspace_id = m.workspace_id and c.id = m.chat_id and (c.last_inbound_at is null or c.last_inbound_at < now() - interval '1 minute')`,
    [messages.map(({ workspace }) => workspace), messages.map(({ id }) => id)],
  )
}
