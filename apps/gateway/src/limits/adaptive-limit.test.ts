import { describe, expect, it } from 'vitest'
import { createAdaptiveLimit } from './shedder.ts'

const targetMs = 200

function limitAt() {
  const clock = { ms: 0 }
  const load = createAdaptiveLimit(targetMs, () => clock.ms)
  const round = (count: number, tookMs: number, delayMs = 0) => {
    const ends = Array.from({ length: count }, () => load.begin())
    clock.ms += tookMs
    for (const end of ends) end()
    load.evaluate(delayMs)
  }
  const limit = () => {
    const end = load.begin()
    const share = load.utilization()
    end()
    return Math.round(1 / share)
  }
  return { load, round, limit }
}

describe('the limit of a service', () => {
  it('leaves ever more limit while all are asked for and answers come in time', () => {
    const { round, limit } = limitAt()
    const before = limit()
    for (let i = 0; i < 20; i++) round(limit(), targetMs / 2)
    expect(limit()).toBeGreaterThan(before * 2)
  })

  it('leaves no more limit than were asked for', () => {
    const { round, limit } = limitAt()
    const before = limit()
    for (let i = 0; i < 20; i++) round(20, targetMs / 2)
    expect(limit()).toBe(before)
  })

  it.each([
    ['answers are late', targetMs * 2, 0],
    ['this process itself is', 10, targetMs],
  ])('leaves fewer limit when %s, but never fewer than 96', (_, tookMs, delayMs) => {
    const { round, limit } = limitAt()
    const before = limit()
    round(100, tookMs, delayMs)
    expect(limit()).toBeLessThan(before)
    for (let i = 0; i < 50; i++) round(100, tookMs, delayMs)
    expect(limit()).toBe(96)
  })

  it('is none while a service that was away answers what waited for it', () => {
    const { load } = limitAt()
    const ends = Array.from({ length: 500 }, () => load.begin())
    expect(load.utilization()).toBeGreaterThan(1)
    load.evaluate(0)
    expect(load.utilization()).toBe(0)
    for (const end of ends.slice(0, 250)) end()
    load.evaluate(0)
    expect(load.utilization()).toBe(0)
    for (let i = 0; i < 8; i++) {
      const end = load.begin()
      end()
      load.evaluate(0)
    }
    expect(load.utilization()).toBeGreaterThan(1)
  })
})
