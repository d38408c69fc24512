import { describe, expect, it } from 'vitest'
import {
  answerOf,
  barsOf,
  deliveryCount,
  intervalOf,
  partsOf,
  placeIn,
  rangeAt,
  readRange,
  spanMs,
  spanOf,
} from './range.ts'

const toMs = Date.parse('2026-11-20T12:00:00Z')
const of = (ms: number) => ({ fromMs: toMs - ms, toMs })
const none = { ok: 0, refused: 0, silent: 0, waiting: 0, p50: null, p95: null }

describe('the columns of a timeline', () => {
  it.each(Object.entries(spanMs))('of a span %s are at most 180 and cover it without a gap', (_, ms) => {
    const shown = of(ms)
    const bars = barsOf(shown, [])
    expect(bars.length).toBeLessThanOrEqual(180)
    expect(bars[0]?.fromMs).toBeLessThanOrEqual(shown.fromMs)
    expect(bars.at(-1)?.toMs).toBeGreaterThanOrEqual(shown.toMs)
    for (const [i, bar] of bars.slice(1).entries()) expect(bar.fromMs).toBe(bars[i]?.toMs)
  })

  it('add up intervals and lose none', () => {
    const shown = of(spanMs.day)
    const intervals = Array.from({ length: 1_440 }, (_, i) => {
      const from = new Date(shown.fromMs + i * 60_000).toISOString()
      return { ...none, from, ok: 1, refused: i % 2, silent: 0, waiting: 0 }
    })
    const bars = barsOf(shown, intervals)
    expect(bars.reduce((sum, bar) => sum + deliveryCount(bar), 0)).toBe(1_440 + 720)
  })

  it('of a day are counted by minute, of longer by hour, so that the API answers them', () => {
    expect([intervalOf(of(spanMs.day)), intervalOf(of(spanMs.week))]).toEqual(['minute', 'hour'])
  })
})

describe('a chosen range', () => {
  const shown = of(spanMs.hour)
  const bars = barsOf(shown, [])

  it('covers the whole columns it touches, in either direction, and stays within what is shown', () => {
    const chosen = { fromMs: shown.fromMs + 30 * 60_000, toMs: shown.fromMs + 46 * 60_000 }
    expect(rangeAt(shown, [0.501, 0.751], bars)).toEqual(chosen)
    expect(rangeAt(shown, [0.751, 0.501], bars)).toEqual(chosen)
    expect(rangeAt(shown, [-1, 2], bars)).toEqual(shown)
  })

  it('of a few seconds is chosen of parts finer than the minutes of its columns, which cover it without a gap', () => {
    const seconds = of(14_000)
    const parts = partsOf(seconds, barsOf(seconds, []))
    expect([parts[0]?.fromMs, parts.at(-1)?.toMs]).toEqual([seconds.fromMs, seconds.toMs])
    for (const [i, part] of parts.slice(1).entries()) expect(part.fromMs).toBe(parts[i]?.toMs)
    const { fromMs, toMs: endMs } = rangeAt(seconds, [0.51, 0.69], parts)
    expect(endMs - fromMs).toBeGreaterThanOrEqual(0.18 * 14_000)
    expect(endMs - fromMs).toBeLessThan(0.22 * 14_000)
    expect(partsOf(shown, bars)).toBe(bars)
  })

  it('has a place on the line', () => {
    expect(
      [shown.fromMs - 1, shown.fromMs, (shown.fromMs + toMs) / 2, toMs + 1].map((ms) => placeIn(shown, ms)),
    ).toEqual([0, 0, 0.5, 1])
  })

  it('of an address is read only where it ends after it begins', () => {
    const [from, to] = ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z']
    expect(readRange(from, to)).toEqual(of(spanMs.hour))
    for (const [a, b] of [
      [to, from],
      [from, undefined],
      ['soon', to],
    ] as const)
      expect(readRange(a, b)).toBeUndefined()
    expect([spanOf('week'), spanOf('toString'), spanOf(undefined)]).toEqual(['week', 'day', 'day'])
  })
})

describe('the answer of a delivery', () => {
  it.each([
    [{ status: 'succeeded', lastHttpStatus: 200, lastError: null }, 'ok'],
    [{ status: 'waiting', lastHttpStatus: 500, lastError: null }, 'refused'],
    [{ status: 'exhausted', lastHttpStatus: null, lastError: 'timeout' }, 'silent'],
    [{ status: 'parked', lastHttpStatus: null, lastError: null }, 'waiting'],
  ] as const)('of %o is %s', (delivery, answer) => {
    expect(answerOf(delivery)).toBe(answer)
  })
})
