import { expect, it } from 'vitest'
import { createRests } from './rests.ts'

/** Rounds that take 10 ms each, and how long each is to rest. */
function rounds() {
  const clock = { ms: 0 }
  const rests = createRests(() => clock.ms)
  return (gapMs: number, tookMs = 10, full = false) => {
    clock.ms += gapMs
    const end = rests.begin()
    clock.ms += tookMs
    const restMs = end({ full })
    clock.ms += restMs
    return restMs
  }
}

it('rounds without a gap rest ever longer, but not for more than three times as long as they took, nor 50 ms', () => {
  const round = rounds()
  expect([round(0), round(0), round(5), round(9), round(0)]).toEqual([0, 10, 20, 30, 30])
  expect(round(0, 40)).toBe(50)
})

it('a round after a quiet time, and one that took all it could, does not rest', () => {
  const round = rounds()
  expect([round(0), round(0), round(11), round(0), round(0, 10, true), round(0)]).toEqual([0, 10, 0, 10, 0, 30])
})
