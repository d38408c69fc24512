import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { wordsOfBody, wordsQuery } from './words.sql.ts'

/** The newest messages, which are looked at one by one: words that stand in many of all are found here. */
const newestMax = 2_000
/** Words in so many of them are in too many of all to look for each. */
const manyHits = newestMax / 20
/** Messages looked at for a word that is rare: bounds the time of a search also when it was not rare once. */
const messagesMax = 20_000

type Search = {
  workspace: string
  search: string
  numbers: readonly string[] | null
  size: number
}

const ofNumbers = '($3::text[] is null or number_id = any($3))'

/** Returns the ids of the newest messages with all words of the search: of the newest where enough of them have these, else by the index of words. */
export async function messagesWithWords(
  em: EntityManager,
  { workspace, search, numbers, size }: Search,
): Promise<string[]> {
  const query = await wordsQuery(em, search)
  if (query === null) return []
  const values = [workspace, query, numbers, size]
  const [newest] = await sql<{ looked: number; hits: number; ids: string[] }>(
    em,
    `with newest as materialized (
       select id, number_id, body from message where workspace_id = $1 order by id desc limit ${newestMax}
     ), hit as materialized (select id, number_id from newest where ${wordsOfBody} @@ $2::tsquery)
     select (select count(*)::int from newest) as looked, (select count(*)::int from hit) as hits,
       array(select id from hit where ${ofNumbers} order by id desc limit $4) as ids`,
    values,
  )
  if (newest && (newest.looked < newestMax || newest.hits >= manyHits || newest.ids.length >= size)) return newest.ids
  const all = await sql<{ id: string }>(
    em,
    `with hit as materialized (
       select id from message where workspace_id = $1 and ${wordsOfBody} @@ $2::tsquery and ${ofNumbers} limit ${messagesMax}
     ) select id from hit order by id desc limit $4`,
    values,
  )
  return all.map(({ id }) => id)
}
