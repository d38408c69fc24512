import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/*
 * Transactions that change several rows lock them in one order, so that none waits for another in a circle: chats, jobs, messages, each
 * by id, and the lane of a number last.
 */

type RowKey = { workspace: string; id: string }

/** Locks these chats, as far as they exist. */
export async function lockChats(em: EntityManager, chats: RowKey[]): Promise<void> {
  if (chats.length === 0) return
  await sql(
    em,
    `select 1 from chat c where (c.workspace_id, c.id) in (select * from unnest($1::text[], $2::text[]))
     order by c.workspace_id, c.id for update`,
    [chats.map(({ workspace }) => workspace), chats.map(({ id }) => id)],
  )
}

/** Locks the chats of these messages. */
export async function lockChatsOf(em: EntityManager, messages: RowKey[]): Promise<void> {
  if (messages.length === 0) return
  await sql(
    em,
    `select 1 from chat c where (c.workspace_id, c.id) in (
       select m.workspace_id, m.chat_id from unnest($1::text[], $2::text[]) as w (workspace_id, id)
       join message m on m.workspace_id = w.workspace_id and m.id = w.id and m.id = any($2))
     order by c.workspace_id, c.id for update`,
    [messages.map(({ workspace }) => workspace), messages.map(({ id }) => id)],
  )
}

/** Locks the messages that a number knows under these names of the provider. */
export async function lockMessagesByProviderId(
  em: EntityManager,
  names: { numberId: string; providerId: string }[],
): Promise<void> {
  if (names.length === 0) return
  await sql(
    em,
    `select 1 from message m where (m.workspace_id, m.id) in (
       select r.workspace_id, r.message_id from unnest($1::text[], $2::text[]) as w (number_id, provider_id)
       join provider_reference r using (number_id, provider_id))
     order by m.id for update`,
    [names.map(({ numberId }) => numberId), names.map(({ providerId }) => providerId)],
  )
}
