import { describe, expect, it } from 'vitest'
import { createAdaptiveLimit } from './adaptive-limit.ts'

const targetMs = 200

function loadAt() {
  const clock = { ms: 0 }
  const load = createAdaptiveLimit(targetMs, () => clock.ms)
  /** Begins so many, ends them after so long, and judges. */
  const round = (count: number, tookMs: number, delayMs = 0) => {
    const ends = Array.from({ length: count }, () => load.begin())
    clock.ms += tookMs
    for (const end of ends) end()
    load.evaluate(delayMs)
  }
  /** How many calls at once there are places for. */
  const places = () => {
    const end = load.begin()
    const share = load.utilisation()
    end()
    return Math.round(1 / share)
  }
  return { load, round, places }
}

describe('the load of a service', () => {
  it('leaves ever more places while all are asked for and answers come in time', () => {
    const { round, places } = loadAt()
    const before = places()
    for (let i = 0; i < 20; i++) round(places(), targetMs / 2)
    expect(places()).toBeGreaterThan(before * 2)
  })

  it('leaves no more places than were asked for', () => {
    const { round, places } = loadAt()
    const before = places()
    for (let i = 0; i < 20; i++) round(20, targetMs / 2)
    expect(places()).toBe(before)
  })

  it.each([
    ['answers are late', targetMs * 2, 0],
    ['this process itself is', 10, targetMs],
  ])('leaves fewer places when %s, but never fewer than 64', (_, tookMs, delayMs) => {
    const { round, places } = loadAt()
    const before = places()
    round(100, tookMs, delayMs)
    expect(places()).toBeLessThan(before)
    for (let i = 0; i < 50; i++) round(100, tookMs, delayMs)
    expect(places()).toBe(64)
  })

  it('is none while a service that was away answers what waited for it', () => {
    const { load } = loadAt()
    const ends = Array.from({ length: 500 }, () => load.begin())
    expect(load.utilisation()).toBeGreaterThan(1)
    load.evaluate(0)
    expect(load.utilisation()).toBe(0)
    for (const end of ends.slice(0, 250)) end()
    load.evaluate(0)
    expect(load.utilisation()).toBe(0)
    for (let i = 0; i < 8; i++) {
      const end = load.begin()
      end()
      load.evaluate(0)
    }
    expect(load.utilisation()).toBeGreaterThan(1)
  })
})
