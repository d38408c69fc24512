import { type Database, sql } from '@posthorn/chassis'
import type { Rate } from './buckets.ts'

/** A request for tokens of a shared bucket. `debt`: tokens used without a lease; below zero, unused tokens that are given back. */
export type LeaseRequest = { name: string; debt: number; want: number; rate: Rate }

/** The granted whole tokens, and the level of the bucket after that; below zero where more was used than there was. */
export type LeaseGrant = { name: string; granted: number; left: number }

/** Requests leases, all in one statement. Rejects when the store is unavailable. */
export type RequestLeases = (requests: readonly LeaseRequest[]) => Promise<LeaseGrant[]>

/** Buckets that were unused for this long are full, unless they refill more slowly. */
const unusedAfterSeconds = 3_600

/** Returns the buckets in Postgres. Each refills by the clock of the database, which all gateways share. A bucket without a row is full. */
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

// Rows are locked in the order of their names, so that gateways wait for each other and never deadlock.
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

/** Deletes buckets that are full. */
export async function deleteFullBuckets(db: Database, rates: readonly Rate[]): Promise<number> {
  const slowest = Math.max(unusedAfterSeconds, ...rates.map(({ burst, perSecond }) => (2 * burst) / perSecond))
  const statement = `delete from rate_bucket where name = any(array(
    select name from rate_bucket where at < now() - make_interval(secs => $1::float8) limit 5000)) returning 1`
  return (await sql(db.em(), statement, [slowest])).length
}
