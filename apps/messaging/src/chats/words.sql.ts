import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Messages looked at for one search: bounds its time also when a word stands in nearly all of them. */
const messagesMax = 20_000
const chatsMax = 1_000

/**
 * Chats with messages that have all words of the search, those with the newest such message first. Words are compared whatever their
 * case; the last may be begun only. A search without words finds nothing here.
 */
export async function chatsWithWords(em: EntityManager, workspace: string, search: string): Promise<string[]> {
  const rows = await sql<{ chat_id: string }>(
    em,
    `with word as (
       select lexeme, place = max(place) over () as last from (
         select lexeme, max(positions[array_length(positions, 1)]) as place from unnest(to_tsvector('simple', $2)) group by lexeme
       ) w
     ), wanted as (
       select to_tsquery('simple', string_agg(quote_literal(lexeme) || case when last then ':*' else '' end, ' & ')) as q from word
     ), hit as materialized (
       select m.chat_id, m.id from wanted, message m
       where m.workspace_id = $1 and m.body is not null and to_tsvector('simple', coalesce(m.body, '')) @@ wanted.q limit ${messagesMax}
     )
     select chat_id from hit group by chat_id order by max(id) desc limit ${chatsMax}`,
    [workspace, search],
  )
  return rows.map((row) => row.chat_id)
}
