import { describe, expect, it } from 'vitest'
import { dueTimes } from './request.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

describe('due times', () => {
  it('are now and 10 h by default', () => {
    expect(dueTimes({}, now)).toEqual({ scheduled: false, dueAt: now, expiresAt: hours(10) })
  })

  it('count the validity from the time a scheduled message is due', () => {
    const deliverAt = hours(24).toISOString()
    expect(dueTimes({ deliverAt, expiresIn: 3600 }, now)).toEqual({
      scheduled: true,
      dueAt: hours(24),
      expiresAt: hours(25),
    })
  })

  it('take a time that has passed by less than a minute as now', () => {
    expect(dueTimes({ deliverAt: hours(-1 / 120).toISOString() }, now)).toMatchObject({ scheduled: false, dueAt: now })
  })

  it.each([
    ['a validity that ends before 60 s', { expiresAt: new Date(now.getTime() + 59_000).toISOString() }, 'expiresAt'],
    ['a validity beyond 72 h', { expiresAt: hours(73).toISOString() }, 'expiresAt'],
    ['a time that has passed', { deliverAt: hours(-1).toISOString() }, 'deliverAt'],
    ['a time more than a year ahead', { deliverAt: hours(24 * 400).toISOString() }, 'deliverAt'],
  ])('refuse %s, naming the field', (_, input, path) => {
    expect(() => dueTimes(input, now)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path })] }) as Error,
    )
  })
})
