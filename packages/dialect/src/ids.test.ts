import { idFromBytes, newId } from '@posthorn/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  digitsOf,
  longIdOf,
  rangeOfShortId,
  readId,
  readShortId,
  readWid,
  shortIdOf,
  shortIdOfDigits,
  widOfGroup,
  widOfPhone,
} from './ids.ts'

/** Ids as they are created: random except for a UUIDv7's constant bits. */
const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return idFromBytes('msg', bytes)
})

describe('an id', () => {
  test('has a long form of 32 digits that leads back to it', () => {
    fc.assert(
      fc.property(ids, (id) => {
        expect(longIdOf(id)).toMatch(/^[0-9A-F]{32}$/)
        expect(readId('msg', longIdOf(id))).toEqual({ id })
      }),
    )
  })

  test('has a short form of 24 digits whose range contains it', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const short = shortIdOf(id)
        expect(short).toMatch(/^[0-9a-f]{24}$/)
        const { from, to } = rangeOfShortId('msg', short)
        expect([from <= id, id <= to, shortIdOf(from), shortIdOf(to)]).toEqual([true, true, short, short])
      }),
    )
  })

  test('is read from all forms, and nothing else is', () => {
    const id = newId('num')
    expect(readId('num', id)).toEqual({ id })
    expect(readId('num', shortIdOf(id).toUpperCase())).toMatchObject({ short: shortIdOf(id) })
    for (const text of [id, longIdOf(id), shortIdOf(id).toUpperCase()])
      expect(readShortId('num', text)).toBe(shortIdOf(id))
    expect(readShortId('num', 'x')).toBe('x')
    for (const text of ['', 'x', newId('msg'), '1'.repeat(23), `${id}0`]) expect(readId('num', text)).toBeUndefined()
  })
})

describe('a wid', () => {
  test('of a group leads back to its short id', () => {
    const id = newId('grp')
    expect(shortIdOfDigits(digitsOf(id))).toBe(shortIdOf(id))
    expect(readWid(widOfGroup(id))).toMatchObject({ group: { short: shortIdOf(id) } })
  })

  test('of a person is read with and without plus and suffix', () => {
    const phone = '+4915112345678'
    for (const text of [phone, phone.slice(1), widOfPhone(phone), `${phone.slice(1)}@s.whatsapp.net`]) {
      expect(readWid(text)).toEqual({ phone })
    }
    for (const text of ['', 'x@c.us', '@g.us', '12', '9'.repeat(40)]) expect(readWid(text)).toBeUndefined()
  })
})
