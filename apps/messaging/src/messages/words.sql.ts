import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/**
 * SQL condition that a message contains these words, unstemmed, in any language. ASCII text uses the index `message_words`. Other text uses
 * `message_folded_words`, which ignores case and accents.
 */
export const hasWords = (query: string) =>
  `(body is not null and to_tsvector('simple', body) @@ ${query}::tsquery or folded_words is not null and folded_words @@ ${query}::tsquery)`

/** Returns a full-text query for all words typed, or null if there are none. The last word may be incomplete. */
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

/** Matches messages with these words, or none if the query is null. */
export function withWords(query: string | null): FilterQuery<MessageRow> {
  if (query === null) return { id: { $in: [] } }
  return { [raw(hasWords('?'), [query, query])]: [] } as FilterQuery<MessageRow>
}

/** Number of newest messages to scan one by one. Common words are found among these. */
const newestMax = 2_000
/** Number of newest messages to scan for a caller restricted to certain numbers. Includes messages of other numbers, which are skipped. */
const newestOfNumbersMax = 20_000
/** If words match this many of the newest messages, they are too common for an index search. */
const manyHits = 100
/** Maximum number of matches read through the index. Limits the search for a word that is rare now but was common in the past. */
const messagesMax = 20_000

const ofNumbers = '($3::text[] is null or number_id = any($3))'

/**
 * Returns ids of the newest messages that contain all words and that the caller may see. Searches the newest messages first, then the full-text index
 * if too few match.
 */
export async function messagesWithWords(
  em: EntityManager,
  {
    workspace,
    search,
    numbers,
    size,
  }: { workspace: string; search: string; numbers: readonly string[] | null; size: number },
): Promise<string[]> {
  const query = await wordsQuery(em, search)
  if (query === null) return []
  const newestOf = numbers === null ? newestMax : newestOfNumbersMax
  const [newest] = await sql<{ isAll: boolean; hits: number; ids: string[] }>(
    em,
    `with visible as materialized (
       select id, body, folded_words from (select id, number_id, body, folded_words from message where workspace_id = $1 order by id desc limit $5) newest
       where ${ofNumbers} limit ${newestMax}
     ), hit as materialized (select id from visible where ${hasWords('$2')})
     select (select count(*) from visible) < ${newestMax}
         and (select count(*) from (select 1 from message where workspace_id = $1 limit $5) looked) < $5 as "isAll",
       (select count(*)::int from hit) as hits, array(select id from hit order by id desc limit $4) as ids`,
    [workspace, query, numbers, size, newestOf],
  )
  if (newest && (newest.isAll || newest.hits >= manyHits || newest.ids.length >= size)) return newest.ids
  const all = await sql<{ id: string }>(
    em,
    `with hit as materialized (
       select id, number_id from message where workspace_id = $1 and ${hasWords('$2')} limit ${messagesMax}
     ) select id from hit where ${ofNumbers} order by id desc limit $4`,
    [workspace, query, numbers, size],
  )
  return all.map(({ id }) => id)
}
