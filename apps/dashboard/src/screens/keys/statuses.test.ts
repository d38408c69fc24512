import type { ApiKey } from '@posthorn/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { addWords, chooseWords } from '../../words/words.ts'
import { lastUseOf, statusOf } from './statuses.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const key = (fields: Partial<ApiKey>) =>
  ({ createdAt: '2026-11-20T12:00:00.000Z', revokedAt: null, expiresAt: null, lastUsedAt: null, ...fields }) as ApiKey

describe('the status of a key', () => {
  beforeAll(() => {
    chooseWords('en', en)
    addWords(deskWords)
  })

  it('is the end of the key before anything else, then its use', () => {
    const ends = '2026-11-21T12:00:00.000Z'
    const early = '2026-06-01T12:00:00.000Z'
    expect(statusOf(key({ revokedAt: ends, expiresAt: ends }), now)).toMatchObject({ tone: 'quiet' })
    expect(statusOf(key({ expiresAt: ends }), now)).toEqual({ tone: 'quiet', text: 'Expired' })
    expect(statusOf(key({ createdAt: early }), now)).toEqual({ tone: 'warn', text: 'Not used for 90 days' })
    expect(statusOf(key({ createdAt: early, lastUsedAt: ends }), now)).toEqual({ tone: 'good', text: 'Active' })
  })

  it('says from where a key was used last, where that is known', () => {
    expect(lastUseOf(key({}))).toBe('never')
    expect(lastUseOf(key({ lastUsedAt: '2026-06-01T12:00:00.000Z', lastUsedFrom: '192.0.2.10' }))).toMatch(
      / from 192\.0\.2\.10$/,
    )
  })
})
