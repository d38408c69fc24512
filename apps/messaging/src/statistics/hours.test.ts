import { describe, expect, it } from 'vitest'
import { bucketStarts } from './buckets.ts'
import { hourMs, hoursOf, planReading, type Recorded, readHours } from './measured-answers.sql.ts'

const noonMs = Date.parse('2026-03-01T12:00:00.000Z')
const startsOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }, interval: 'hour' | 'day', timeZone = 'UTC') =>
  bucketStarts({ from: new Date(fromMs), to: new Date(toMs), interval, timeZone }).map(Number)
const span = (from: number, to: number) => ({ fromMs: noonMs + from * hourMs, toMs: noonMs + to * hourMs })

describe('hours of a range', () => {
  it('are whole between its ends, and parts where it begins and ends within one', () => {
    expect(hoursOf(span(0.5, 2.25))).toEqual([span(0.5, 1), span(1, 2), span(2, 2.25)])
    expect(hoursOf(span(0.25, 0.5))).toEqual([span(0.25, 0.5)])
    expect(hoursOf(span(1, 3))).toEqual([span(1, 2), span(2, 3)])
    expect(hoursOf(span(2, 1))).toEqual([])
  })

  it('are read in one go as far as there is no gap between them', () => {
    const hours = readHours([span(0.5, 1), span(1, 2), span(5, 6)])
    expect(hours.map(({ hour }) => (hour.getTime() - noonMs) / hourMs)).toEqual([0.5, 1, 5])
    expect(hours.map(({ first, fromId }) => first === fromId)).toEqual([true, false, true])
    expect(hours[1]?.first).toBe(hours[0]?.first)
  })

  it('are read from messages where they are parts, have not passed or changed since, and as recorded otherwise', () => {
    const range = span(0.5, 6)
    const plan = (recorded: Recorded | undefined) => {
      const { hours, unrecorded, days } = planReading(range, { starts: startsOf(range, 'day'), recorded })
      expect(days).toEqual([])
      return { hours: hours.map((ms) => (ms - noonMs) / hourMs), unrecorded }
    }
    const toMs = span(0, 5).toMs
    expect(plan(undefined)).toEqual({ hours: [], unrecorded: hoursOf(range) })
    expect(plan({ fromMs: null, toMs, changed: new Set([span(3, 4).fromMs]) })).toEqual({
      hours: [1, 2, 4],
      unrecorded: [span(0.5, 1), span(3, 4), span(5, 6)],
    })
    expect(plan({ fromMs: span(2, 3).fromMs, toMs, changed: new Set() })).toEqual({
      hours: [2, 3, 4],
      unrecorded: [span(0.5, 1), span(1, 2), span(5, 6)],
    })
  })

  it('make up days for buckets of a day, where none of the 24 is missing', () => {
    const range = span(-30, 70)
    const recorded = (changed: number[]) => ({ fromMs: null, toMs: range.toMs, changed: new Set(changed) })
    const plan = (interval: 'hour' | 'day', changed: number[] = []) => {
      const { days, hours } = planReading(range, { starts: startsOf(range, interval), recorded: recorded(changed) })
      return [days.map((ms) => (ms - noonMs) / hourMs), hours.length]
    }
    expect(plan('day')).toEqual([[-12, 12, 36], 28])
    expect(plan('day', [span(20, 21).fromMs])).toEqual([[-12, 36], 51])
    expect(plan('hour')).toEqual([[], 100])
  })

  it('are split where a day begins within one, and days in UTC are not used where they lie in two', () => {
    const range = span(-18, 30)
    const recorded = { fromMs: null, toMs: range.toMs, changed: new Set<number>() }
    const plan = (timeZone: string) => planReading(range, { starts: startsOf(range, 'day', timeZone), recorded })
    expect(plan('Europe/Berlin')).toMatchObject({ days: [], unrecorded: [] })
    expect(plan('Europe/London').days).toEqual([span(-12, 12).fromMs])
    // In India, days begin at 18:30 UTC.
    const { unrecorded, hours, days } = plan('Asia/Kolkata')
    expect(unrecorded).toEqual([-18, 6].flatMap((at) => [span(at, at + 0.5), span(at + 0.5, at + 1)]))
    expect([hours.length, days]).toEqual([46, []])
  })
})
