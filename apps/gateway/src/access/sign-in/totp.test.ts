import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpCode, totpStep } from './sign-in.ts'

describe('a code of an authenticator app', () => {
  // Test vectors from RFC 6238, last six digits. The secret is the text 12345678901234567890.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (second, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(totpCode(secret, totpStep(second * 1_000))).toBe(code)
  })

  it('counts for its step and the ones beside it, and no other', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const now = 1_790_000_000_000
    const at = (by: number) => stepOfCode(secret, totpCode(secret, totpStep(now) + by), now)
    expect([at(-1), at(0), at(1)]).toEqual([-1, 0, 1].map((by) => totpStep(now) + by))
    expect(at(40)).toBeUndefined()
  })
})
