import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phone, time } from './schemas.ts'

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
    '0000-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('refuses %s', (input) => {
    expect(time.safeParse(input).success).toBe(false)
  })
})
