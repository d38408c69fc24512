import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptPausesMs, classifyStatus, computePauseMs, parseRetryAfter } from './attempt.ts'

const hour = 3_600_000
const plain = { random: 0, retryAfterMs: null, scale: 1 }

describe('the schedule', () => {
  it('has 12 attempts over 99 h 35 m 35 s and then ends', () => {
    expect(attemptPausesMs).toHaveLength(12)
    expect(attemptPausesMs.reduce<number>((sum, pause) => sum + pause, 0)).toBe(99 * hour + 35 * 60_000 + 35_000)
    expect(computePauseMs({ ...plain, attemptsMade: 11 })).toBe(24 * hour)
    expect(computePauseMs({ ...plain, attemptsMade: 12 })).toBeNull()
  })

  it('every pause lies between the step and a fifth more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attemptsMade, random) => {
          const step = attemptPausesMs[attemptsMade] as number
          const pause = computePauseMs({ ...plain, attemptsMade, random }) as number
          expect(pause).toBeGreaterThanOrEqual(step)
          expect(pause).toBeLessThanOrEqual(Math.round(step * 1.2))
        },
      ),
    )
  })

  it('waits as long as the receiver asks, up to the larger of the next step and an hour, and never less than the step', () => {
    const after = (attemptsMade: number, retryAfterMs: number) =>
      computePauseMs({ ...plain, attemptsMade, retryAfterMs })
    expect(after(1, 120_000)).toBe(120_000)
    expect(after(1, 10 * 365 * 24 * hour)).toBe(hour)
    expect(after(6, 4 * hour)).toBe(5 * hour)
    expect(after(6, 90 * hour)).toBe(5 * hour)
    expect(after(3, 0)).toBe(300_000)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T08:00:00Z')
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['315360000', 315_360_000_000],
    ['Fri, 20 Nov 2026 08:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2020 08:02:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2026-11-20', null],
    ['', null],
    [undefined, null],
  ])('%s means %s ms', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms))
})

describe('classifyStatus', () => {
  it.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [301, 'failed'],
    [302, 'failed'],
    [304, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'throttled'],
    [500, 'failed'],
    [502, 'throttled'],
    [503, 'failed'],
    [504, 'throttled'],
    [null, 'failed'],
  ])('%s means %s', (status, outcome) => expect(classifyStatus(status)).toBe(outcome))
})
