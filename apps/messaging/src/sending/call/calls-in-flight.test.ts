import { expect, it } from 'vitest'
import { createCallsInFlight } from './calls-in-flight.ts'

const max = 128

/** Claims as many calls as these numbers are allowed, with the numbers taking turns. The calls don't end until the test ends them. */
function fill(numbers: string[]) {
  const inFlight = createCallsInFlight(max)
  const counts = new Map(numbers.map((number) => [number, 0]))
  const ends: (() => void)[] = []
  let woken = 0
  const claim = (number: string) => {
    const { free, eachMax, crowded } = inFlight.room()
    if (crowded.includes(number)) return 0
    const count = Math.min(free, eachMax, 16)
    for (let i = 0; i < count; i++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      inFlight.keep(number, promise, () => void (woken += 1))
    }
    counts.set(number, (counts.get(number) ?? 0) + count)
    return count
  }
  while (numbers.map(claim).some((count) => count > 0));
  return { inFlight, counts, ends, claim, woken: () => woken }
}

it.each([
  [1, 102, 26],
  [2, 50, 14],
  [8, 8, 5],
])('%i numbers whose calls hang have at least %i calls each, and leave %i free or a few less', (hung, own, free) => {
  const { inFlight, counts } = fill(Array.from({ length: hung }, (_, i) => `num_${i}`))
  for (const count of counts.values()) expect(count).toBeGreaterThanOrEqual(own)
  expect(inFlight.room().free).toBeLessThanOrEqual(free)
  expect(inFlight.room().free).toBeGreaterThan(0)
})

it('a number without calls may begin one beside those that hang, and a crowded one when a call has ended', async () => {
  const { inFlight, ends, claim, woken } = fill(['num_hung'])
  expect(claim('num_other')).toBeGreaterThan(0)
  expect([claim('num_hung'), woken()]).toEqual([0, 0])
  for (const end of ends.splice(0, 20)) end()
  await Promise.resolve()
  await new Promise(setImmediate)
  expect(woken()).toBeGreaterThan(0)
  expect(claim('num_hung')).toBeGreaterThan(0)
  for (const end of ends) end()
  await inFlight.ended()
  expect(inFlight.room()).toEqual({ free: max, eachMax: 102, crowded: [] })
})
