import { faultOf } from '@posthorn/client'
import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('a password', () => {
  it('is right for its own hash only, and the hash shows neither it nor that two are the same', async () => {
    const passwords = createPasswords()
    const [one, two] = [await passwords.hash('a parcel on its way'), await passwords.hash('a parcel on its way')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await passwords.isRight('a parcel on its way', one)).toBe(true)
    expect(await passwords.isRight('a parcel on its Way', one)).toBe(false)
    expect(await passwords.isRight('', null)).toBe(false)
  })

  it('is hashed two at once; beyond twenty that wait, more are refused to be tried again', async () => {
    const passwords = createPasswords()
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.isRight('x', null)))
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [faultOf(each.reason)] : []))
    expect(refused).toHaveLength(8)
    expect(new Set(refused.map(({ code, retryAfter }) => `${code} ${retryAfter}`))).toEqual(
      new Set(['service:unavailable 2']),
    )
    expect(await passwords.isRight('x', null)).toBe(false)
  })
})
