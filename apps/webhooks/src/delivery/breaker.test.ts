import { describe, expect, it } from 'vitest'
import { freshHealth, type Health, recordFailure, recordSuccess, recordUnprepared } from './breaker.ts'
import { decideAlert } from './complete.ts'

const hour = 3_600_000
const fail = (health: Health, nowMs: number, more: { throttled?: boolean; postponeMs?: number } = {}) =>
  recordFailure(health, { nowMs, throttled: false, postponeMs: null, scale: 1, ...more })

function failing(times: number, from = freshHealth, nowMs = 1_000): Health {
  return Array.from({ length: times }).reduce<Health>((health) => fail(health, nowMs), from)
}

describe('the breaker', () => {
  it('opens for 30 s at the tenth failure in a row, not before', () => {
    expect(failing(9).breakerUntilMs).toBeNull()
    expect(failing(10).breakerUntilMs).toBe(31_000)
  })

  it('opens when 7 of 10 within a minute fail, and ignores older ones', () => {
    const mixed = (gapMs: number) =>
      [1, 1, 1, 0, 1, 1, 0, 1, 0, 1].reduce<Health>(
        (health, failed, i) => (failed ? fail(health, i * gapMs) : recordSuccess(health, i * gapMs)),
        freshHealth,
      )
    expect(mixed(1_000).breakerUntilMs).toBe(39_000)
    expect(mixed(10_000).breakerUntilMs).toBeNull()
  })

  it('failures still in flight when it opened do not lengthen it; failed probes double it, up to ten minutes', () => {
    let health = failing(10)
    expect(fail(health, 2_000).breakerUntilMs).toBe(31_000)
    const lengths: number[] = []
    for (let i = 0; i < 7; i++) {
      const probeMs = health.breakerUntilMs as number
      health = fail(health, probeMs)
      lengths.push((health.breakerUntilMs as number) - probeMs)
    }
    expect(lengths).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000])
  })

  it('one success closes it and clears the record', () => {
    const healed = recordSuccess(failing(12), 40_000)
    expect(healed).toMatchObject({
      breakerUntilMs: null,
      breakerOpens: 0,
      failedAttempts: 0,
      failingSinceMs: null,
    })
    expect(healed.lastSuccessMs).toBe(40_000)
  })

  it('a throttling receiver gets half as many at once, down to one, and one more with each success', () => {
    let health = freshHealth
    const seen = [1, 2, 3, 4, 5].map((n) => (health = fail(health, n, { throttled: true })).inFlightMax)
    expect(seen).toEqual([5, 2, 1, 1, 1])
    expect(recordSuccess(health, 10).inFlightMax).toBe(2)
    expect(recordSuccess(freshHealth, 10).inFlightMax).toBe(10)
  })

  it('a pause that the receiver asked for is kept, and never shortened', () => {
    const postponed = fail(freshHealth, 1_000, { postponeMs: 120_000 })
    expect(postponed.postponedUntilMs).toBe(121_000)
    expect(fail(postponed, 2_000, { postponeMs: 5_000 }).postponedUntilMs).toBe(121_000)
    expect(fail(postponed, 2_000).postponedUntilMs).toBe(121_000)
  })
})

describe('disabling', () => {
  const since = (hours: number, failedAttempts: number, warnedHours = 0) =>
    decideAlert({ ...freshHealth, failingSinceMs: 0, failedAttempts, warnedHours }, hours * hour)

  it('takes five days without a 2xx and twenty attempts', () => {
    expect(since(120, 20)).toEqual({ kind: 'disabled' })
    expect(since(119, 500, 72)).toBeNull()
    expect(since(120, 19, 72)).toBeNull()
  })

  it('warns once after 24 h and once after 72 h', () => {
    expect(since(23, 5)).toBeNull()
    expect(since(24, 5)).toEqual({ kind: 'failing', hours: 24 })
    expect(since(71, 5, 24)).toBeNull()
    expect(since(72, 5, 24)).toEqual({ kind: 'failing', hours: 72 })
    expect(since(100, 5, 72)).toBeNull()
  })

  it('an endpoint that succeeds now and then is not disabled', () => {
    expect(decideAlert(recordSuccess(failing(30), 200 * hour), 400 * hour)).toBeNull()
  })
})

it('warnings about attempts that failed here do not replace those about the receiver, which begin anew with its first failure', () => {
  const broken = { ...recordUnprepared(freshHealth, 0), warnedHours: 72 }
  const failed = fail(broken, 100 * hour)
  expect(failed).toMatchObject({ failingSinceMs: 100 * hour, failedAttempts: 1, warnedHours: 0 })
  expect(decideAlert(fail(failed, 124 * hour), 124 * hour)).toEqual({ kind: 'failing', hours: 24 })
})

it('days of attempts that failed here do not complete the days and attempts that disable a receiver', () => {
  const paused = recordUnprepared({ ...freshHealth, failingSinceMs: 0, failedAttempts: 19, warnedHours: 72 }, 1 * hour)
  expect(decideAlert(fail(paused, 121 * hour), 121 * hour)).toBeNull()
})
