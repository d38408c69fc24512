import { type Database, sql } from '@posthorn/chassis'
import type { Rate } from './buckets.ts'

/** What a gateway asks of a joint bucket: tokens it has used ahead of a lease (below zero: gives back unused), and tokens it wants. */
export type LeaseAsk = { name: string; owed: number; want: number; rate: Rate }

/** What it got, in whole tokens, and what the bucket holds after that; below zero where more was used than there was. */
export type Lease = { name: string; granted: number; left: number }

/** Asks the joint buckets, all in one statement. Rejects when they cannot be asked. */
export type AskStore = (asks: readonly LeaseAsk[]) => Promise<Lease[]>

/** Buckets that were not touched for this long have been full for long, unless they fill more slowly. */
const forgottenAfterSeconds = 3_600

/** The buckets in Postgres: each refills by the clock of the database, which all gateways share. A bucket without a row is full. */
export function bucketsIn(db: Database): AskStore {
  return async (asks) => {
    const rows = await sql<{ name: string; granted: number; tokens: number }>(db.em(), leaseStatement, [
      asks.map(({ name }) => name),
      asks.map(({ owed }) => owed),
      asks.map(({ want }) => want),
      asks.map(({ rate }) => rate.perSecond),
      asks.map(({ rate }) => rate.burst),
    ])
    return rows.map(({ name, granted, tokens }) => ({ name, granted, left: tokens }))
  }
}

// Rows are locked in the order of their names, so that gateways that want the same ones wait and never deadlock.
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

/** Removes buckets that are full by now. */
export async function forgetFullBuckets(db: Database, rates: readonly Rate[]): Promise<number> {
  const slowest = Math.max(forgottenAfterSeconds, ...rates.map(({ burst, perSecond }) => (2 * burst) / perSecond))
  const statement = `delete from rate_bucket where name = any(array(
    select name from rate_bucket where at < now() - make_interval(secs => $1::float8) limit 5000)) returning 1`
  return (await sql(db.em(), statement, [slowest])).length
}
