import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/**
 * Condition: a message contains these words, unstemmed, in any language. ASCII text uses the index `message_words`; other text uses
 * `message_folded_words`, which ignores case and accents.
 */
export const hasWords = (query: string) =>
  `(body is not null and to_tsvector('simple', body) @@ ${query}::tsquery or folded_words is not null and folded_words @@ ${query}::tsquery)`

/** Returns a full-text query for all words typed; the last one may be incomplete. Null if there are none. */
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

/** Messages with these words. Matches none if the query is null. */
export function withWords(query: string | null): FilterQuery<MessageRow> {
  if (query === null) return { id: { $in: [] } }
  return { [raw(hasWords('?'), [query, query])]: [] } as FilterQuery<MessageRow>
}
