import { describe, expect, it } from 'vitest'
import { growth, messagesByDay, ranked, sumsBy } from './sums.ts'

const row = (day: string, type: 'text' | 'image', sums: { in: number; out: number }) => ({
  day,
  number: 'num_1',
  type,
  ...sums,
})
const usage = {
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  days: [
    row('2026-11-20', 'text', { in: 2, out: 1 }),
    row('2026-11-20', 'image', { in: 1, out: 0 }),
    row('2026-11-22', 'text', { in: 0, out: 5 }),
  ],
  pricing: [],
  deliveries: null,
}

describe('the messages of a range', () => {
  it('are added up by day, and a day without messages is shown too', () => {
    expect(messagesByDay(usage, 'UTC')).toEqual([
      { name: '2026-11-20', in: 3, out: 1 },
      { name: '2026-11-21', in: 0, out: 0 },
      { name: '2026-11-22', in: 0, out: 5 },
    ])
  })

  it('are added up by type', () => {
    expect([...sumsBy(usage.days, ({ type }) => type)]).toEqual([
      ['text', { in: 2, out: 6 }],
      ['image', { in: 1, out: 0 }],
    ])
  })

  it('are ranked by frequency, and by name among equals', () => {
    expect(ranked({ b: 1, c: 9, a: 1 }).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  })
})

it('growth is relative to the previous figure, and unknown without one', () => {
  expect([growth(12, 10), growth(5, 10), growth(0, 10)].map((share) => share?.toFixed(2))).toEqual([
    '0.20',
    '-0.50',
    '-1.00',
  ])
  expect([growth(12, 0), growth(12, null), growth(12, undefined), growth(null, 10)]).toEqual([null, null, null, null])
})
