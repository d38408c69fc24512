import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/**
 * The provider knows best whether a window is closed: the chats of messages it refused for that are marked so, unless the customer wrote
 * just now.
 */
export async function closeWindowsOf(em: EntityManager, messages: { workspace: string; id: string }[]): Promise<void> {
  if (messages.length === 0) return
  await sql(
    em,
    `update chat c set window_closes_at = least(coalesce(c.window_closes_at, now()), now()), version = c.version + 1
     from unnest($1::text[], $2::text[]) as refused (workspace_id, id)
     join message m on m.workspace_id = refused.workspace_id and m.id = refused.id
     where c.workspace_id = m.workspace_id and c.id = m.chat_id and (c.last_inbound_at is null or c.last_inbound_at < now() - interval '1 minute')`,
    [messages.map(({ workspace }) => workspace), messages.map(({ id }) => id)],
  )
}
