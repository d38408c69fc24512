import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPacer, type PacedCall } from './pacer.ts'

const call = (callAt: number, ratePerSecond = 1000): PacedCall => ({
  numberId: 'num_1',
  ratePerSecond,
  callAt,
  probe: false,
})

afterEach(() => vi.useRealTimers())

/** Makes 1,000 calls at 95 % of a level of 80/s, each of which the provider counts after its `transitMs`. Returns when it counts them. */
async function countedAt(transitMs: (startedMs: number) => number): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const pacer = createPacer({ mayCall: () => 'yes' })
  const counted: number[] = []
  const from = performance.now()
  const makeCall = async (each: PacedCall) => {
    await pacer.waitTurn(each)
    const spentMs = transitMs(performance.now() - from)
    counted.push(performance.now() + spentMs)
    setTimeout(() => pacer.recordAnswer(each), spentMs + 2)
  }
  const calls = Array.from({ length: 1_000 }, (_, i) => call(from + (i * 1_000) / 76, 76))
  const made = Promise.all(calls.map(makeCall))
  await vi.advanceTimersByTimeAsync(20_000)
  await made
  return counted.toSorted((a, b) => a - b)
}

describe('the pacer', () => {
  it.each([
    ['quickly', () => 0],
    ['slowly', () => 100],
    ['slowly for half of each second', (ms: number) => (ms % 1_000 < 500 ? 60 : 0)],
    ['slowly for less than a second each time', (ms: number) => (ms % 1_700 < 900 ? 90 : 0)],
    ['now and then very slowly', (ms: number) => (ms % 700 < 20 ? 140 : 3)],
  ])('never exceeds the level with a provider that counts calls %s, and nearly reaches it', async (_, transitMs) => {
    const times = await countedAt(transitMs)
    const busiest = times.map((from, i) => times.slice(i, i + 200).filter((at) => at < from + 1_000).length)
    expect(Math.max(...busiest)).toBeLessThanOrEqual(80)
    expect(999_000 / ((times[999] ?? 0) - (times[0] ?? 0))).toBeGreaterThan(72)
  })

  it('lets calls start at their places, in their order, and none before its time', async () => {
    const pacer = createPacer({ mayCall: () => 'yes' })
    const from = performance.now()
    const started: { place: number; at: number }[] = []
    const places = [120, 0, 60, 30, 90]
    await Promise.all(
      places.map(async (place) => {
        expect(await pacer.waitTurn(call(from + place))).toBeNull()
        started.push({ place, at: performance.now() - from })
      }),
    )
    expect(started.map(({ place }) => place)).toEqual(places.toSorted((a, b) => a - b))
    for (const { place, at } of started) expect(at).toBeGreaterThan(place - 2)
  })

  it.each([
    ['answered at once', 1_000],
    ['not answered yet', 1_150],
  ])('does not catch up more after a pause than the level allows in a second: calls %s', async (which, leastMs) => {
    const pacer = createPacer({ mayCall: () => 'yes' })
    const late = Array.from({ length: 12 }, (_, i) => call(performance.now() - 600 + i * 10, 10))
    const begun: number[] = []
    const turns = late.map(async (each) => {
      await pacer.waitTurn(each)
      begun.push(performance.now())
      if (which === 'answered at once') pacer.recordAnswer(each)
    })
    expect(pacer.lateNumbers()).toEqual(['num_1'])
    await Promise.all(turns)
    expect(pacer.lateNumbers()).toEqual([])
    expect(begun).toHaveLength(12)
    expect((begun[11] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(leastMs)
  })

  it('keeps no call back for a pause before it: only calls that follow each other at the rate are kept apart', async () => {
    const pacer = createPacer({ mayCall: () => 'yes' })
    const from = performance.now()
    await pacer.waitTurn(call(from - 1_500, 100))
    await pacer.waitTurn(call(from + 100, 100))
    expect(performance.now() - from).toBeLessThan(1_200)
  })

  it('gives places back that are so late that another process may serve the number', async () => {
    const pacer = createPacer({ mayCall: () => 'yes' })
    for (const lateMs of [3_000, 1_800])
      expect(await pacer.waitTurn(call(performance.now() - lateMs))).toBeGreaterThan(0)
    expect(await pacer.waitTurn(call(performance.now() - 20))).toBeNull()
  })

  it('lets nothing of a number start any more that was sent to rest, and other numbers continue', async () => {
    const pacer = createPacer({ mayCall: () => 'yes' })
    const soon = performance.now() + 50
    const caller = pacer.waitTurn(call(soon))
    const other = pacer.waitTurn({ ...call(soon), numberId: 'num_2' })
    pacer.backOff('num_1', 700)
    expect(await Promise.all([caller, other])).toEqual([700, null])
    expect(await pacer.waitTurn(call(performance.now()))).toBeNull()
  })
})
