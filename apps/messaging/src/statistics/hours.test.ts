import { describe, expect, it } from 'vitest'
import { hourMs, hoursOf, readHours, recordedDays, unrecordedHours } from './hours.ts'

const noonMs = Date.parse('2026-03-01T12:00:00.000Z')
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
    expect(hours.map(({ hour }) => hour.getTime())).toEqual([noonMs, noonMs + hourMs, noonMs + 5 * hourMs])
    expect(hours.map(({ first, fromId }) => first === fromId)).toEqual([true, false, true])
    expect(hours[1]?.first).toBe(hours[0]?.first)
  })

  it('are recorded when they are whole, have passed and have not changed since', () => {
    const range = span(0.5, 6)
    const toMs = span(0, 5).toMs
    const changed = new Set([span(3, 4).fromMs])
    expect(unrecordedHours(range, undefined)).toHaveLength(6)
    expect(unrecordedHours(range, { fromMs: null, toMs, changed })).toEqual([span(0.5, 1), span(3, 4), span(5, 6)])
    const { fromMs } = span(2, 3)
    expect(unrecordedHours(range, { fromMs, toMs, changed: new Set() })).toEqual([span(0.5, 1), span(1, 2), span(5, 6)])
  })

  it('make up the days that are read as one: whole days without an unrecorded hour', () => {
    const range = span(-30, 70)
    expect(recordedDays(range, []).map((day) => (day.getTime() - noonMs) / hourMs)).toEqual([-12, 12, 36])
    expect(recordedDays(range, [span(20, 21)]).map((day) => (day.getTime() - noonMs) / hourMs)).toEqual([-12, 36])
    expect(recordedDays(span(0, 5), [])).toEqual([])
    expect(recordedDays(range, hoursOf(range))).toEqual([])
  })
})
