import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/**
 * Returns the condition that a message has these words, not stemmed, in any language: plain texts by the index `message_words`, those with
 * other characters without case and accents by `message_folded_words`.
 */
export const hasWords = (query: string) =>
  `(body is not null and to_tsvector('simple', body) @@ ${query}::tsquery or folded_words is not null and folded_words @@ ${query}::tsquery)`

/** Text search for all words, parts and signs of what was typed, the last word perhaps only begun; null when there is none in it. */
export async function wordsQuery(em: EntityManager, search: string): Promise<string | null> {
  const [row] = await sql<{ query: string | null }>(
    em,
    `with word as (
       select lexeme, max(positions[array_length(positions, 1)]) as place from unnest(spaced_words(folded($1))) group by lexeme
     ), term as (
       select lexeme, place = (select max(place) from word) as begun from word
       union select part, length(part) = 1 from unnest(unspaced_parts(folded($1))) as part
     )
     select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' || case when begun then ':*' else '' end, ' & ')::tsquery::text
       as query from term`,
    [search],
  )
  return row?.query ?? null
}

/** Messages with these words; none when there are none. */
export function withWords(query: string | null): FilterQuery<MessageRow> {
  if (query === null) return { id: { $in: [] } }
  return { [raw(hasWords('?'), [query, query])]: [] } as FilterQuery<MessageRow>
}
