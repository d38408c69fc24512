import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Maps ids of chats that were merged away to the chats they were merged into. */
export async function joinedInto(em: EntityManager, workspace: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; chat: string }>(
    em,
    'select id, chat_id as chat from chat_alias where workspace_id = $1 and id = any($2)',
    [workspace, ids],
  )
  return new Map(rows.map(({ id, chat }) => [id, chat]))
}

/** Returns the earlier ids of chats that were merged into these. */
export async function aliasesOf(em: EntityManager, workspace: string, chats: string[]): Promise<string[]> {
  const text = 'select id from chat_alias where workspace_id = $1 and chat_id = any($2)'
  return (await sql<{ id: string }>(em, text, [workspace, chats])).map(({ id }) => id)
}
