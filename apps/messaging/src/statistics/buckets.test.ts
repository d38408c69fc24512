import { describe, expect, it } from 'vitest'
import { bucketStarts } from './buckets.ts'

const startsOf = (from: string, to: string, timeZone: string, interval: 'minute' | 'hour' | 'day' = 'day') =>
  bucketStarts({ from: new Date(from), to: new Date(to), interval, timeZone }).map((start) =>
    start.toISOString().slice(0, 16),
  )

describe('buckets of a range', () => {
  it('begin at midnight of the time zone, also on the days of 23 and 25 hours', () => {
    expect(startsOf('2026-03-28T12:00Z', '2026-03-30T12:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ])
    expect(startsOf('2026-10-24T22:00Z', '2026-10-26T23:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ])
    expect(startsOf('2026-10-24T22:00Z', '2026-10-25T00:00Z', 'Asia/Kathmandu')).toEqual(['2026-10-24T18:15'])
    // Clocks skip the midnight between the first two.
    expect(startsOf('2026-09-05T12:00Z', '2026-09-07T12:00Z', 'America/Santiago')).toEqual([
      '2026-09-05T04:00',
      '2026-09-06T04:00',
      '2026-09-07T03:00',
    ])
  })

  it('begin with each hour or minute of UTC in every time zone', () => {
    const hours = ['2026-03-28T12:00', '2026-03-28T13:00']
    expect(startsOf('2026-03-28T12:10Z', '2026-03-28T14:00Z', 'Asia/Kolkata', 'hour')).toEqual(hours)
    expect(startsOf('2026-03-28T12:10:30Z', '2026-03-28T12:12Z', 'UTC', 'minute')).toEqual([
      '2026-03-28T12:10',
      '2026-03-28T12:11',
    ])
  })
})
