import { describe, expect, it } from 'vitest'
import { idFloor, idTimeMs, newId } from './ids.ts'
import { idOf } from './schemas.ts'

describe('ids', () => {
  it('sort in the order of their making and carry their time', () => {
    // Ids never go back in time. An earlier test in this process may have made some with a fake clock.
    const begin = Math.max(Date.now(), idTimeMs(newId('msg')))
    const ids = Array.from({ length: 10_000 }, () => newId('msg'))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    // An id's time can be a few milliseconds ahead: 4,096 ids in one millisecond exhaust its counter.
    expect(idTimeMs(ids[0] as string)).toBeGreaterThanOrEqual(begin)
    expect(idTimeMs(ids[0] as string)).toBeLessThanOrEqual(Math.max(begin, Date.now()) + 100)
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

  it.each(['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'])(
    'have a floor below all of them at %s, which programs use for no time',
    (time) => {
      expect(idFloor('msg', Date.parse(time))).toBe(`msg_${'0'.repeat(26)}`)
    },
  )
})
