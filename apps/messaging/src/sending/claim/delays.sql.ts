import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { describePhone, expiresInSeconds, type numbers, type OutputOf, type QuietHours } from '@posthorn/contracts'
import { localMs } from '@posthorn/contracts/local-time'
import type { CallResult } from './claimed-job.ts'

/**
 * A pair is a number and a recipient. The provider accepts a burst of messages of a pair, then one every few seconds, and refuses any others,
 * so they wait here. `pair_gate` stores one time for each pair (the generic cell rate algorithm): each message moves it ahead by an interval,
 * and a message passes while it is no further ahead than a burst.
 */
export type PairSettings = { PAIR_BURST: number; PAIR_INTERVAL_SECONDS: number }

type PairJob = { message_id: string; number_id: string; recipient: string }

/** Time from claim to call. The gate allows for it so that two calls don't come too close. */
const calledWithinSeconds = 0.2

/** How many seconds ahead a pair's gate may be for another message to pass: the length of a burst. */
const windowOf = (settings: PairSettings) => (settings.PAIR_BURST - 1) * settings.PAIR_INTERVAL_SECONDS

/** Takes each recipient's free slots, and returns the jobs that the pair limit allows now. Postpones the others, so that no one else waits. */
export async function passPairGate<J extends PairJob>(
  em: EntityManager,
  settings: PairSettings,
  jobs: J[],
): Promise<J[]> {
  if (jobs.length === 0) return []
  const byPair = Map.groupBy(jobs, pairOf)
  const pairs = [...byPair.values()].flatMap(([job, ...more]) => (job ? [{ ...job, count: more.length + 1 }] : []))
  const passed = await sql<{ number_id: string; recipient: string; places: number }>(
    em,
    `with pair as (
       select p.*, least(p.count, floor(extract(epoch from now() - greatest(g.free_at, now())
         + make_interval(secs => $5)) / $4) + 1)::int as places
       from unnest($1::text[], $2::text[], $3::int[]) as p (number_id, recipient, count)
       left join pair_gate g on g.number_id = p.number_id and g.recipient = p.recipient
     ), taken as (
       insert into pair_gate as g (number_id, recipient, free_at)
       select number_id, recipient, now() + make_interval(secs => $6 + $4 * places) from pair where places > 0 order by number_id, recipient
       on conflict (number_id, recipient)
         do update set free_at = greatest(g.free_at - make_interval(secs => $6), now()) + (excluded.free_at - now())
     )
     select number_id, recipient, places from pair where places > 0`,
    [
      pairs.map((pair) => pair.number_id),
      pairs.map((pair) => pair.recipient),
      pairs.map((pair) => pair.count),
      settings.PAIR_INTERVAL_SECONDS,
      windowOf(settings),
      calledWithinSeconds,
    ],
  )
  const places = new Map(passed.map((pair) => [pairOf(pair), pair.places]))
  const open = new Set([...byPair].flatMap(([pair, all]) => all.slice(0, places.get(pair) ?? 0)))
  await postponeForPairLimit(
    em,
    jobs.filter((job) => !open.has(job)),
    windowOf(settings),
  )
  return jobs.filter((job) => open.has(job))
}

const pairOf = (job: Pick<PairJob, 'number_id' | 'recipient'>): string => `${job.number_id} ${job.recipient}`

/** Lets jobs wait until their pair's gate allows another message. */
async function postponeForPairLimit(em: EntityManager, jobs: PairJob[], windowSeconds: number): Promise<void> {
  if (jobs.length === 0) return
  await sql(
    em,
    `update send_job j set run_at = greatest(now(), g.free_at - make_interval(secs => $2)), waits_for = 'pair_limit'
     from pair_gate g where j.message_id = any($1) and g.number_id = j.number_id and g.recipient = j.recipient`,
    [jobs.map((job) => job.message_id), windowSeconds],
  )
}

/** Longest pause of a throttled pair. */
const pausedSecondsMax = 4 ** 4

/** If the provider throttles a pair, delays it by 4^n seconds after n earlier attempts, within limits, as it requires. Delays no other pair. */
export async function throttlePair(em: EntityManager, ended: CallResult[], settings: PairSettings): Promise<void> {
  const pairs = ended.filter(({ outcome }) => outcome.outcome === 'throttled' && outcome.scope === 'pair')
  if (pairs.length === 0) return
  const pauses = pairs.map(({ job }) =>
    Math.max(settings.PAIR_INTERVAL_SECONDS, Math.min(4 ** (job.attempt - 1), pausedSecondsMax)),
  )
  await sql(
    em,
    `insert into pair_gate as g (number_id, recipient, free_at)
     select number_id, recipient, now() + make_interval(secs => max(pause) + $4)
     from unnest($1::text[], $2::text[], $3::float8[]) as p (number_id, recipient, pause)
     group by number_id, recipient order by number_id, recipient
     on conflict (number_id, recipient) do update set free_at = greatest(g.free_at, excluded.free_at)`,
    [pairs.map(({ job }) => job.numberId), pairs.map(({ job }) => job.recipient), pauses, windowOf(settings)],
  )
}

/** No gate is this many seconds ahead, unless the database's clock went back after it was set: the `clock` loop then removes it. */
export const gateSecondsMax = (settings: PairSettings): number =>
  windowOf(settings) + 2 * Math.max(pausedSecondsMax, settings.PAIR_INTERVAL_SECONDS)

const freeGateKeptSeconds = 60

/** Removes gates that have been free for a minute. Returns how many, at most `limit`. A later message or throttling creates a new one. */
export async function removeGates(em: EntityManager, limit: number): Promise<number> {
  const rows = await sql(
    em,
    `delete from pair_gate where (number_id, recipient) in (
       select number_id, recipient from pair_gate where free_at < now() - make_interval(secs => $2) limit $1) returning 1`,
    [limit, freeGateKeptSeconds],
  )
  return rows.length
}

export type PostponedJob = { id: string; until: Date }

/** Holds jobs during quiet hours. A default validity period then starts when they may be sent; one chosen by the caller doesn't. */
export async function postponeForQuietHours(em: EntityManager, postponed: PostponedJob[]): Promise<void> {
  if (postponed.length === 0) return
  const isUsual = 'j.expires_at = j.due_at + make_interval(secs => $3)'
  await sql(
    em,
    `with held as (
       update send_job j set run_at = r.until, waits_for = 'quiet_hours',
         valid_from = case when ${isUsual} then r.until else j.valid_from end,
         expires_at = case when ${isUsual} then r.until + make_interval(secs => $3) else j.expires_at end
       from unnest($1::text[], $2::timestamptz[]) as r (id, until) where j.message_id = r.id
       returning j.workspace_id, j.message_id, j.expires_at
     )
     update message m set expires_at = held.expires_at, version = m.version + 1 from held
     where m.workspace_id = held.workspace_id and m.id = held.message_id and m.expires_at <> held.expires_at`,
    [postponed.map(({ id }) => id), postponed.map(({ until }) => until.toISOString()), expiresInSeconds.default],
  )
}

/** Makes held jobs due after a number's quiet hours changed. The next claim holds those again that are still in quiet hours. */
export async function releaseQuietHours(em: EntityManager, numberId: string): Promise<void> {
  await sql(
    em,
    `update send_job set run_at = now() where number_id = $1 and status = 'waiting' and waits_for = 'quiet_hours' and run_at > now()`,
    [numberId],
  )
}

/** A number's quiet hours as stored in its queue. `country` is the number's own country, for recipients without a phone number. */
export type QueueQuietHours = QuietHours & { country: string | null }

/** Returns a number's quiet hours as JSON for its queue, or null if it has none. */
export function serializeQuietHours({
  settings: { quietHours },
  phone,
}: OutputOf<typeof numbers.numbers.get>): string | null {
  return quietHours && JSON.stringify({ ...quietHours, country: countryOf(phone) } satisfies QueueQuietHours)
}

const minutesOfDay = 1440
const minuteMs = 60_000
/** Enough even for a country with a time zone for every hour of the day. */
const stepsMax = 30

/**
 * Returns when a recipient's quiet hours end, or null outside them. A phone number shows only the country, so the hours of all its time zones
 * apply; when they end in one zone, those of another may have begun.
 */
export function quietUntil(quiet: QueueQuietHours, recipient: string, now: Date): Date | null {
  const zones = quiet.timeZone === 'recipient' ? zonesOf(countryOf(recipient) ?? quiet.country) : [quiet.timeZone]
  const from = clockMinutes(quiet.from)
  const lengthMinutes = minutesFrom(from, clockMinutes(quiet.to))
  let at = now.getTime()
  for (let step = 0; step < stepsMax; step++) {
    const left = Math.max(...zones.map((zone) => lengthMinutes - minutesFrom(from, localMinutes(zone, at))))
    if (left <= 0) break
    const [begin, end] = [at, (Math.floor(at / minuteMs) + left) * minuteMs]
    // If clocks go forward in the meantime, the hours end earlier, but not before the jump.
    at = end - Math.max(...zones.map((zone) => skippedMinutes(zone, begin, end))) * minuteMs
    while (at < end && zones.some((zone) => minutesFrom(from, localMinutes(zone, at)) < lengthMinutes)) at += minuteMs
  }
  return at === now.getTime() ? null : new Date(at)
}

/** Minutes that a time zone's clock skips within a period of less than a day. A clock that goes back skips none. */
function skippedMinutes(zone: string, beginMs: number, endMs: number): number {
  const passed = Math.floor(endMs / minuteMs) - Math.floor(beginMs / minuteMs)
  const difference = minutesFrom(passed, minutesFrom(localMinutes(zone, beginMs), localMinutes(zone, endMs)))
  return difference < minutesOfDay / 2 ? difference : 0
}

/** Minutes from one time of day to the next occurrence of another. */
const minutesFrom = (from: number, to: number): number => (to - from + minutesOfDay) % minutesOfDay

const clockMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const localMinutes = (timeZone: string, atMs: number): number =>
  Math.floor(localMs(timeZone, atMs) / minuteMs) % minutesOfDay

const countryOf = (phone: string | null): string | null =>
  phone?.startsWith('+') ? (describePhone(phone)?.country ?? null) : null

/** ECMA-402 Intl Locale Info, which TypeScript doesn't declare yet. */
type ZonedLocale = Intl.Locale & { getTimeZones(): string[] }

/** Time zones by country. ICU has none for Kosovo. */
const zonesByCountry = new Map([['XK', ['Europe/Belgrade']]])

/** Returns a country's time zones, or UTC if the country or its zones are unknown. */
function zonesOf(country: string | null): string[] {
  if (country === null) return ['UTC']
  const known = zonesByCountry.get(country)
  if (known) return known
  const found = (new Intl.Locale('und', { region: country }) as ZonedLocale).getTimeZones()
  const zones = found.length > 0 ? found : ['UTC']
  zonesByCountry.set(country, zones)
  return zones
}
