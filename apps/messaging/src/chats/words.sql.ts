import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { wordsOfBody, wordsQuery } from '../messages/words.sql.ts'

/** Messages looked at for one search: bounds its time also when a word stands in nearly all of them. */
const messagesMax = 20_000
const chatsMax = 1_000

/** Chats with messages that have all words of the search, those with the newest such message first. */
export async function chatsWithWords(em: EntityManager, workspace: string, search: string): Promise<string[]> {
  const query = await wordsQuery(em, search)
  if (query === null) return []
  const rows = await sql<{ chat_id: string }>(
    em,
    `with hit as materialized (
       select chat_id, id from message where workspace_id = $1 and ${wordsOfBody} @@ $2::tsquery limit ${messagesMax}
     )
     select chat_id from hit group by chat_id order by max(id) desc limit ${chatsMax}`,
    [workspace, query],
  )
  return rows.map((row) => row.chat_id)
}
