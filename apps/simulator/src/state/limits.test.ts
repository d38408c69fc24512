import { describe, expect, it } from 'vitest'
import { pairBuckets, rateWindow } from './limits.ts'

describe('the rate window', () => {
  it('lets no second, wherever it begins, hold more than its limit', () => {
    const window = rateWindow(80)
    const taken = Array.from({ length: 1000 }, (_, n) => n * 5).filter((ms) => window.take(ms))
    for (const from of taken)
      expect(taken.filter((ms) => ms >= from && ms < from + 1000).length).toBeLessThanOrEqual(80)
    expect(taken.length).toBeGreaterThanOrEqual(5 * 80)
  })
})

describe('a pair bucket', () => {
  it('gives 45 at once, then one each 6 s, and is full again after 270 s', () => {
    const buckets = pairBuckets()
    const take = (count: number, ms: number) =>
      Array.from({ length: count }, () => buckets.take('a', ms)).filter(Boolean).length
    expect(take(50, 0)).toBe(45)
    expect(take(50, 5_999)).toBe(0)
    expect(take(50, 6_000)).toBe(1)
    expect(take(50, 18_000)).toBe(2)
    expect(take(50, 18_000 + 270_000)).toBe(45)
  })

  it('of one pair does not touch another', () => {
    const buckets = pairBuckets()
    for (let n = 0; n < 45; n++) buckets.take('a', 0)
    expect(buckets.take('a', 0)).toBe(false)
    expect(buckets.take('b', 0)).toBe(true)
  })

  it('keeps its count while full ones are swept away', () => {
    const buckets = pairBuckets()
    for (let n = 0; n < 45; n++) buckets.take('kept', 100_000)
    for (let n = 0; n < 30_000; n++) buckets.take(`other ${n}`, n)
    expect(buckets.take('kept', 100_000)).toBe(false)
  })
})
