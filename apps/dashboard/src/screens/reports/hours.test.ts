import { expect, it } from 'vitest'
import { hoursOf } from './sums.ts'

it('sums the messages of each hour of the day over all days, in a time zone', () => {
  const hours = hoursOf(
    [
      { from: '2026-11-20T08:00:00.000Z', in: 2, out: 1 },
      { from: '2026-11-21T08:00:00.000Z', in: 3, out: 0 },
      { from: '2026-11-21T20:00:00.000Z', in: 1, out: 1 },
    ],
    'Asia/Kolkata',
  )
  expect(hours).toHaveLength(24)
  expect(hours[13]).toEqual({ name: '13:00', in: 5, out: 1 })
  expect(hours[1]).toEqual({ name: '01:00', in: 1, out: 1 })
  expect(hours.reduce((sum, each) => sum + each.in, 0)).toBe(6)
})
