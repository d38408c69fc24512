import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { hasWords, wordsQuery } from './words.sql.ts'

/** Newest messages, which are scanned one by one: common words are found here. */
const newestMax = 2_000
/** Newest messages to scan for a caller restricted to numbers, including messages of other numbers, which are skipped. */
const newestOfNumbersMax = 20_000
/** If words match this many of the newest messages, they are too common for an index search. */
const manyHits = 100
/** Matches examined through the index. Bounds the search for a word that is rare now but used to be common. */
const messagesMax = 20_000

type Search = {
  workspace: string
  search: string
  numbers: readonly string[] | null
  size: number
}

const ofNumbers = '($3::text[] is null or number_id = any($3))'

/**
 * Returns ids of the newest messages that contain all words and that the caller may see. Searches the newest messages first, then the full-text index
 * if too few match.
 */
export async function messagesWithWords(
  em: EntityManager,
  { workspace, search, numbers, size }: Search,
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
