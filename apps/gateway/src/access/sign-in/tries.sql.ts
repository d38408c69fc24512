import { sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

/** Number of minutes for which an attempt counts. */
export const windowMinutes = 15

/** Result of counting an attempt: allowed, or the seconds to wait. */
export type Try = { allowed: boolean; retryAfterSeconds: number }

/** Counts an attempt under this name, unless there are already `most` in the window. Atomic, even if many attempts arrive at once. */
export async function countTry(em: Em, name: string, most: number): Promise<Try> {
  const [row] = await sql<{ taken: boolean; wait: number }>(
    em,
    `insert into sign_in_tries as t (name, at, taken) values ($1, array[clock_timestamp()], true)
     on conflict (name) do update set (at, taken) = (
       select case when cardinality(r.recent) < $2 then r.recent || clock_timestamp() else r.recent end, cardinality(r.recent) < $2
       from (select array(select u from unnest(t.at) u
         where u > clock_timestamp() - make_interval(mins => ${windowMinutes}) order by u) as recent) r
     )
     returning taken, extract(epoch from at[1] + make_interval(mins => ${windowMinutes}) - clock_timestamp())::float8 as wait`,
    [name, most],
  )
  return { allowed: row?.taken ?? false, retryAfterSeconds: Math.max(1, Math.ceil(row?.wait ?? 1)) }
}

export async function clearTries(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1', [name])
}

export async function takeBackTry(em: Em, name: string): Promise<void> {
  await sql(em, 'delete from sign_in_tries where name = $1 and cardinality(at) = 1', [name])
  await sql(em, 'update sign_in_tries set at = at[1:cardinality(at) - 1] where name = $1 and cardinality(at) > 1', [
    name,
  ])
}
