import { describe, expect, it } from 'vitest'
import { hintOf, newKey, parseKey } from './key-format.ts'

describe('the text of a key', () => {
  it('has at least 60 characters, gives back its parts, and no two are alike', () => {
    const keys = Array.from({ length: 200 }, () => newKey())
    for (const { key, publicId, secret } of keys) {
      expect(key.length).toBeGreaterThanOrEqual(60)
      expect(parseKey(key)).toEqual({ publicId, secret })
      expect(key.startsWith(`${hintOf(publicId)}_`)).toBe(true)
    }
    expect(new Set(keys.flatMap(({ publicId, secret }) => [publicId, secret])).size).toBe(400)
  })

  it('of tests has a beginning of its own, and is wrong with another', () => {
    const { key, publicId, secret } = newKey(true)
    expect(key.startsWith(`ph_test_${publicId}_`)).toBe(true)
    expect(parseKey(key)).toEqual({ publicId, secret })
    expect(parseKey(key.replace('test', 'live'))).toBeNull()
  })

  it('with any one character changed is known to be wrong without a look-up', () => {
    const { key } = newKey()
    for (let i = 0; i < key.length; i++) {
      const other = key.charAt(i) === 'x' ? 'y' : 'x'
      expect(parseKey(key.slice(0, i) + other + key.slice(i + 1))).toBeNull()
    }
    for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key}0`, ` ${key}`, key.toUpperCase()]) {
      expect(parseKey(wrong)).toBeNull()
    }
  })

  it('carries the CRC32 of what is before it in base62', () => {
    const body = `ph_live_${'0'.repeat(12)}_${'0'.repeat(36)}`
    // Computed with a different program.
    expect(parseKey(`${body}4NPEc3`)).toEqual({ publicId: '0'.repeat(12), secret: '0'.repeat(36) })
  })
})
