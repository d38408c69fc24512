import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idFloor, idOf, idTimeMs, newId } from './ids.ts'
import { phone, time } from './primitives.ts'

describe('phone', () => {
  it.each([
    ['+4915112345678', '+4915112345678'],
    ['4915112345678', '+4915112345678'],
    ['+49 (151) 123-456.78', '+4915112345678'],
    ['4915112345678@c.us', '+4915112345678'],
    ['+447700900123', '+447700900123'],
  ])('takes %s as %s', (input, expected) => {
    expect(phone.parse(input)).toBe(expected)
  })

  it.each(['', '+', '123', '+4915112345678;ext=5', `+${'1'.repeat(300)}`])('refuses %j with phone:invalid', (input) => {
    expect(phone.safeParse(input).success).toBe(false)
  })
})

describe('input that is parsed twice, by gateway and service', () => {
  it.each([
    ['phone', phone],
    ['time', time],
  ])('%s: what came out of parsing stays as it is', (_, schema) => {
    const written = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^\+?[0-9 ().-]{7,20}(@c\.us)?$/),
      fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
        .map((date) => date.toISOString().replace('Z', '+0200')),
    )
    fc.assert(
      fc.property(written, (value) => {
        const once = schema.safeParse(value)
        if (once.success) expect(schema.parse(once.data)).toBe(once.data)
      }),
      { seed: 7, numRuns: 2_000 },
    )
  })
})

describe('time', () => {
  it.each([
    ['2026-11-20T08:30:00Z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T09:30:00+0100', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T09:30:00.5+01:00', '2026-11-20T08:30:00.500Z'],
    ['2028-02-29T23:30:00-02:00', '2028-03-01T01:30:00.000Z'],
  ])('takes %s as %s', (input, expected) => {
    expect(time.parse(input)).toBe(expected)
  })

  it.each([
    'yesterday',
    '2026-11-20',
    '2026-13-20T08:30:00Z',
    '2026-13-20T08:30:00.000Z',
    '2026-02-30T08:30:00Z',
    '2026-02-30T08:30:00.000Z',
    '2026-11-20T25:30:00.000Z',
    '2026-11-20T08:30:00',
  ])('refuses %s', (input) => {
    expect(time.safeParse(input).success).toBe(false)
  })
})

describe('ids', () => {
  it('sort in the order of their making and carry their time', () => {
    const begin = Date.now()
    const ids = Array.from({ length: 10_000 }, () => newId('msg'))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    // An id's time can be a few milliseconds ahead: 4,096 ids in one millisecond exhaust its counter.
    expect(idTimeMs(ids[0] as string)).toBeGreaterThanOrEqual(begin)
    expect(idTimeMs(ids[0] as string)).toBeLessThanOrEqual(Date.now() + 100)
    expect(idOf('msg').safeParse(ids[0]).success).toBe(true)
  })

  it('end in sixty random bits that no other has', () => {
    const ends = Array.from({ length: 10_000 }, () => newId('msg').slice(-12))
    expect(new Set(ends).size).toBe(ends.length)
  })

  it('have a floor at or below every id of that moment', () => {
    const id = newId('msg')
    expect(idFloor('msg', idTimeMs(id)) <= id).toBe(true)
    expect(idFloor('msg', idTimeMs(id) + 1) > id).toBe(true)
  })
})
