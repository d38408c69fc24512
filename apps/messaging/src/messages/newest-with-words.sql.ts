import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { hasWords, wordsQuery } from './words.sql.ts'

/** The newest messages, which are looked at one by one: words that are in many of all are found here. */
const newestMax = 2_000
/** For a caller limited to numbers, those of other numbers are passed over: they are taken from among so many. */
const newestOfNumbersMax = 20_000
/** Words in so many of the newest are in too many of all to look for each. */
const manyHits = 100
/** Messages looked at for a word that is rare: bounds the time of a search also when it was not rare once. */
const messagesMax = 20_000

type Search = {
  workspace: string
  search: string
  numbers: readonly string[] | null
  size: number
}

const ofNumbers = '($3::text[] is null or number_id = any($3))'

/**
 * Returns the ids of the newest messages with all words of the search that a caller may see: of the newest where enough of them have
 * these, else by the index of words.
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
