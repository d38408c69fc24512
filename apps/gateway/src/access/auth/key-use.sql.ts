import { type Database, sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

export type LastUse = { key: string; atMs: number; address: string }

export type OperationUse = { workspace: string; key: string; operation: string; calls: number; refused: number }

/** Number of days to keep key usage by operation. */
export const useDays = 30

/** Stores the last use of each key, unless another gateway has stored a later one. */
export async function writeLastUses(db: Database, uses: readonly LastUse[]): Promise<void> {
  await sql(
    db.em(),
    `update api_key k set last_used_at = u.at, last_used_from = u.address
     from (select id, to_timestamp(ms / 1000) as at, nullif(address, '') as address
       from unnest($1::text[], $2::float8[], $3::text[]) as given (id, ms, address)) u
     where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
    [uses.map(({ key }) => key), uses.map(({ atMs }) => atMs), uses.map(({ address }) => address)],
  )
}

/** Adds to today's request counts. Locks rows in a fixed order, so that gateways don't deadlock. */
export async function writeOperationUses(db: Database, uses: readonly OperationUse[]): Promise<void> {
  await sql(
    db.em(),
    `insert into key_use as k (workspace_id, key_id, day, operation, calls, refused)
     select workspace, key, (now() at time zone 'utc')::date, operation, calls, refused
     from unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::int8[]) as u (workspace, key, operation, calls, refused)
     order by workspace, key, operation
     on conflict (workspace_id, key_id, day, operation)
     do update set calls = k.calls + excluded.calls, refused = k.refused + excluded.refused`,
    [
      uses.map(({ workspace }) => workspace),
      uses.map(({ key }) => key),
      uses.map(({ operation }) => operation),
      uses.map(({ calls }) => calls),
      uses.map(({ refused }) => refused),
    ],
  )
}

export type DayUse = { operation: string; day: string; calls: number; refused: number }

/** Lists a key's usage by operation and day, latest day first. */
export function listUse(em: Em, workspace: string, key: string): Promise<DayUse[]> {
  return sql<DayUse>(
    em,
    `select operation, to_char(day, 'YYYY-MM-DD') as day, calls::float8 as calls, refused::float8 as refused from key_use
     where workspace_id = $1 and key_id = $2 and day > (now() at time zone 'utc')::date - ${useDays}
     order by key_use.day desc, operation`,
    [workspace, key],
  )
}

/** Deletes counts for days that are no longer shown. */
export async function deleteOldUse(em: Em): Promise<number> {
  const statement = `delete from key_use where day <= (now() at time zone 'utc')::date - ${useDays} returning 1`
  return (await sql(em, statement)).length
}
