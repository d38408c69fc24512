import { expect, it } from 'vitest'
import { daysOf } from './days.ts'

const counts = { in: 3, out: 2 }
const nothing = { in: 0, out: 0 }

it('has each day of the range once, the last one begun and days without counts too', () => {
  const buckets = [{ from: '2026-11-21T00:00:00.000Z', ...counts }]
  expect(daysOf({ from: '2026-11-20T08:00:00.000Z', to: '2026-11-22T08:00:00.000Z', buckets }, nothing)).toMatchObject([
    { name: '2026-11-20', ...nothing },
    { name: '2026-11-21', ...counts },
    { name: '2026-11-22', ...nothing },
  ])
})

it('has no day that begins where the range ends', () => {
  const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', buckets: [] }
  expect(daysOf(range, nothing)).toEqual([{ name: '2026-11-20', ...nothing }])
})
