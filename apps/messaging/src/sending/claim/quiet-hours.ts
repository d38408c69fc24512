import { describePhone, type number, type QuietHours } from '@posthorn/contracts'
import type { z } from 'zod'

/**
 * A number's quiet hours as stored in its queue. `country` is the number's own country, which applies to recipients without a phone number.
 */
export type QueueQuietHours = QuietHours & { country: string | null }

/** Returns a number's quiet hours as JSON for its queue, or null if it has none. */
export function serializeQuietHours({ settings: { quietHours }, phone }: z.output<typeof number>): string | null {
  return quietHours && JSON.stringify({ ...quietHours, country: countryOf(phone) } satisfies QueueQuietHours)
}

const minutesOfDay = 1440
const minuteMs = 60_000
/** Enough even for a country with a time zone for every hour of the day. */
const stepsMax = 30

/**
 * Returns when a recipient's quiet hours end, or null outside them. If the recipient's country has several time zones, they must have ended
 * in all of them.
 */
export function quietUntil(quiet: QueueQuietHours, recipient: string, now: Date): Date | null {
  const zones = quiet.timeZone === 'recipient' ? zonesOf(countryOf(recipient) ?? quiet.country) : [quiet.timeZone]
  const from = clockMinutes(quiet.from)
  const lengthMinutes = span(from, clockMinutes(quiet.to))
  let at = now.getTime()
  for (let step = 0; step < stepsMax; step++) {
    const left = Math.max(...zones.map((zone) => lengthMinutes - span(from, localMinutes(zone, at))))
    if (left <= 0) break
    const [begin, end] = [at, (Math.floor(at / minuteMs) + left) * minuteMs]
    // If clocks go forward in the meantime, the hours end earlier, but not before the jump.
    at = end - Math.max(...zones.map((zone) => skippedMinutes(zone, begin, end))) * minuteMs
    while (at < end && zones.some((zone) => span(from, localMinutes(zone, at)) < lengthMinutes)) at += minuteMs
  }
  return at === now.getTime() ? null : new Date(at)
}

/** Minutes that a time zone's clock skips within a period of less than a day. A clock that goes back skips none. */
function skippedMinutes(zone: string, beginMs: number, endMs: number): number {
  const passed = Math.floor(endMs / minuteMs) - Math.floor(beginMs / minuteMs)
  const difference = span(passed, span(localMinutes(zone, beginMs), localMinutes(zone, endMs)))
  return difference < minutesOfDay / 2 ? difference : 0
}

/** Minutes from one time of day to the next occurrence of another. */
function span(from: number, to: number): number {
  return (to - from + minutesOfDay) % minutesOfDay
}

function clockMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function localMinutes(timeZone: string, atMs: number): number {
  const known = clocks.get(timeZone)
  const clock =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (!known) clocks.set(timeZone, clock)
  return clockMinutes(clock.format(atMs))
}

function countryOf(phone: string | null): string | null {
  return phone?.startsWith('+') ? (describePhone(phone)?.country ?? null) : null
}

/** ECMA-402 Intl Locale Info, which TypeScript doesn't declare yet. */
type ZonedLocale = Intl.Locale & { getTimeZones(): string[] }

const zonesByCountry = new Map<string, string[]>()

/** Returns a country's time zones, or UTC if the country is unknown. */
function zonesOf(country: string | null): string[] {
  if (country === null) return ['UTC']
  const known = zonesByCountry.get(country)
  if (known) return known
  const zones = (new Intl.Locale('und', { region: country }) as ZonedLocale).getTimeZones()
  zonesByCountry.set(country, zones)
  return zones
}
