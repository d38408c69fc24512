import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/** The words of a message's text, as the index `message_words` has them: whatever their case, not stemmed, in any language. */
export const wordsOfBody = `body is not null and to_tsvector('simple', body)`

/** Text search for all words of what was typed, the last of them perhaps only begun; null when there is no word in it. */
export async function wordsQuery(em: EntityManager, search: string): Promise<string | null> {
  const [row] = await sql<{ query: string | null }>(
    em,
    `with word as (
       select lexeme, max(positions[array_length(positions, 1)]) as place from unnest(to_tsvector('simple', $1)) group by lexeme
     )
     select to_tsquery('simple', string_agg(quote_literal(lexeme)
       || case when place = (select max(place) from word) then ':*' else '' end, ' & '))::text as query from word`,
    [search],
  )
  return row?.query ?? null
}

/** Messages with these words; none when there are none. */
export function withWords(query: string | null): FilterQuery<MessageRow> {
  if (query === null) return { id: { $in: [] } }
  return { [raw(`${wordsOfBody} @@ ?::tsquery`, [query])]: [] } as FilterQuery<MessageRow>
}
