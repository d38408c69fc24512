import { type Database, sql } from '@posthorn/chassis'
import type { Rate } from './buckets.ts'

/** A request for tokens from a shared bucket. `debt` counts tokens used without a lease; a negative value returns unused tokens. */
export type LeaseRequest = { name: string; debt: number; want: number; rate: Rate }

/** Whole tokens granted, and the bucket's level afterwards, which is negative if more tokens were used than available. */
export type LeaseGrant = { name: string; granted: number; left: number }

/** Requests leases in one statement. Rejects if the store is unavailable. */
export type RequestLeases = (requests: readonly LeaseRequest[]) => Promise<LeaseGrant[]>

/** A bucket unused for this long counts as full, unless it refills more slowly. */
const unusedAfterSeconds = 3_600

/**
 * Returns the shared buckets in Postgres. They refill by the database's clock, which all gateways share. A missing row means a full bucket.
 */
export function sharedBuckets(db: Database): RequestLeases {
  return async (requests) => {
    const rows = await sql<{ name: string; granted: number; tokens: number }>(db.em(), leaseStatement, [
      requests.map(({ name }) => name),
      requests.map(({ debt: owed }) => owed),
      requests.map(({ want }) => want),
      requests.map(({ rate }) => rate.perSecond),
      requests.map(({ rate }) => rate.burst),
    ])
    return rows.map(({ name, granted, tokens }) => ({ name, granted, left: tokens }))
  }
}

// Locks rows in name order, so that gateways don't deadlock.
const leaseStatement = `
  with asked as (
    select * from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
      as a (name, owed, want, per_second, burst)
  ), fresh as (
    select name, burst - owed as level, greatest(0, floor(least(want, burst - owed))) as granted from asked
  )
  insert into rate_bucket as b (name, tokens, granted, at)
  select name, level - granted, granted, clock_timestamp() from fresh order by name
  on conflict (name) do update set (tokens, granted, at) = (
    select found.level - g.granted, g.granted, clock_timestamp()
    from (
      select a.want, least(a.burst, least(a.burst,
        b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)) * a.per_second) - a.owed) as level
      from asked a where a.name = b.name
    ) found, lateral (select greatest(0, floor(least(found.want, found.level))) as granted) g
  )
  returning name, granted, tokens`

/**
 * Deletes buckets that must be full again, because a missing bucket counts as full. `rates`: of all buckets, so that the slowest has
 * refilled.
 */
export async function deleteFullBuckets(db: Database, rates: readonly Rate[]): Promise<number> {
  const slowest = Math.max(unusedAfterSeconds, ...rates.map(({ burst, perSecond }) => (2 * burst) / perSecond))
  const statement = `delete from rate_bucket where name = any(array(
    select name from rate_bucket where at < now() - make_interval(secs => $1::float8) limit 5000)) returning 1`
  return (await sql(db.em(), statement, [slowest])).length
}
