import { describe, expect, it } from 'vitest'
import { daysOf, periodsOf } from './sums.ts'

const counts = { in: 3, out: 2 }
const nothing = { in: 0, out: 0 }

describe('the days of a range', () => {
  it('has each day once, the last one begun and days without counts too', () => {
    const buckets = [{ from: '2026-11-21T00:00:00.000Z', ...counts }]
    const range = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-22T08:00:00.000Z', buckets }
    expect(daysOf(range, 'UTC', nothing)).toMatchObject([
      { name: '2026-11-20', ...nothing },
      { name: '2026-11-21', ...counts },
      { name: '2026-11-22', ...nothing },
    ])
  })

  it('has no day that begins where the range ends', () => {
    const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', buckets: [] }
    expect(daysOf(range, 'UTC', nothing)).toEqual([{ name: '2026-11-20', ...nothing }])
  })

  it('are those of the time zone, also when clocks change', () => {
    const buckets = [{ from: '2026-10-25T23:00:00.000Z', ...counts }]
    const range = { from: '2026-10-24T22:00:00.000Z', to: '2026-10-26T12:00:00.000Z', buckets }
    expect(daysOf(range, 'Europe/Berlin', nothing)).toMatchObject([
      { name: '2026-10-25', ...nothing },
      { name: '2026-10-26', ...counts },
    ])
  })
})

describe('the periods of a report', () => {
  it('are the last days with today so far, and as much of as many days before', () => {
    const now = Date.parse('2026-11-28T10:30:00.000Z')
    expect(periodsOf(7, 'Europe/Berlin', now)).toEqual({
      now: { from: '2026-11-21T23:00:00.000Z', to: '2026-11-28T10:30:00.000Z' },
      before: { from: '2026-11-14T23:00:00.000Z', to: '2026-11-21T10:30:00.000Z' },
    })
  })

  it('begin on the date of the time zone, which can be another than in UTC', () => {
    const now = Date.parse('2026-11-28T20:00:00.000Z')
    expect(periodsOf(1, 'Asia/Kolkata', now).now).toEqual({
      from: '2026-11-28T18:30:00.000Z',
      to: '2026-11-28T20:00:00.000Z',
    })
  })
})
