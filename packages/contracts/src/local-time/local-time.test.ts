import { expect, it } from 'vitest'
import { dateIn, localMs, startOfDay, utcMs } from './index.ts'

const dayMs = 86_400_000
const zones = Intl.supportedValuesOf('timeZone')

it('each day of a year begins on its own date, right after the day before, in every time zone', () => {
  const wrong = zones.flatMap((zone) =>
    Array.from({ length: 365 }, (_, i) => Date.UTC(2026, 0, 1) + i * dayMs).flatMap((day) => {
      const at = utcMs(zone, day)
      const dates = [dateIn(zone, at), dateIn(zone, at - 1)]
      const expected = [day, day - dayMs].map((ms) => new Date(ms).toISOString().slice(0, 10))
      return dates.join() === expected.join() ? [] : [[zone, expected[0], ...dates]]
    }),
  )
  expect(zones.length).toBeGreaterThan(400)
  expect(wrong).toEqual([])
})

it.each([
  // Clocks go from 00:00 to 01:00.
  ['America/Santiago', '2026-09-06T00:00Z', '2026-09-06T04:00Z'],
  ['America/Santiago', '2026-09-06T00:30Z', '2026-09-06T04:30Z'],
  ['America/Havana', '2026-03-08T00:00Z', '2026-03-08T05:00Z'],
  ['Africa/Cairo', '2026-04-24T00:00Z', '2026-04-23T22:00Z'],
  // Clocks go from 02:00 to 03:00.
  ['Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:30Z'],
  ['Asia/Kolkata', '2026-03-29T02:30Z', '2026-03-28T21:00Z'],
])('in %s, the local time %s is %s', (zone, local, utc) => {
  expect(utcMs(zone, Date.parse(local))).toBe(Date.parse(utc))
})

it('the date is that of the time zone', () => {
  expect(dateIn('Europe/Berlin', Date.parse('2026-03-28T23:00Z'))).toBe('2026-03-29')
  expect(dateIn('America/New_York', Date.parse('2026-03-29T03:59Z'))).toBe('2026-03-28')
})

it('a local time belongs to the day that began at its midnight', () => {
  expect(startOfDay(localMs('Asia/Kolkata', Date.parse('2026-03-28T20:00Z')))).toBe(Date.UTC(2026, 2, 29))
})
