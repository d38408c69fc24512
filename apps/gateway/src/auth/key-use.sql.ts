import { type Database, sql } from '@posthorn/chassis'

/** Writes the last use of keys; a later time of another gateway stays. */
export async function writeLastUse(db: Database, uses: Map<string, number>): Promise<void> {
  await sql(
    db.em(),
    `update api_key k set last_used_at = u.at
     from (select id, to_timestamp(ms / 1000) as at from unnest($1::text[], $2::float8[]) as given (id, ms)) u
     where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
    [[...uses.keys()], [...uses.values()]],
  )
}
