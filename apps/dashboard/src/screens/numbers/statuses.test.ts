import type { Message } from '@posthorn/sdk'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { addWords, chooseWords } from '../../words/words.ts'
import { canSendOf, nameStatusOf, reasonsOf, throughputOf } from './statuses.ts'

const reasons = ['order', 'pacing', 'number_paused', 'retry'] as const
const messages = fc.array(
  fc.record(
    {
      status: fc.constantFrom('queued' as const, 'scheduled' as const),
      waiting: fc.record({ reason: fc.constantFrom(...reasons) }),
    },
    { requiredKeys: ['status'] },
  ),
)

describe('the reasons for which messages wait', () => {
  it('count every message that has one, once, the commonest first', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const found = reasonsOf(list as Message[])
        const counts = found.map(({ count }) => count)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
          list.filter(({ status, waiting }) => waiting !== undefined || status === 'scheduled').length,
        )
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
        expect(new Set(found.map(({ reason }) => reason)).size).toBe(found.length)
      }),
    )
  })

  it('have the latest end that one of their messages names', () => {
    const waiting = (until: string) => ({ status: 'queued', waiting: { reason: 'retry', until } }) as Message
    const [only] = reasonsOf([waiting('2026-11-22T10:00:00.000Z'), waiting('2026-11-22T11:00:00.000Z')])
    expect(only).toEqual({ reason: 'retry', count: 2, share: 1, until: '2026-11-22T11:00:00.000Z' })
  })
})

describe('what WhatsApp reports of a number', () => {
  beforeAll(() => {
    chooseWords('en', en)
    addWords(deskWords)
  })

  it('is said in words', () => {
    expect(['APPROVED', 'PENDING_REVIEW', 'DECLINED'].map(nameStatusOf)).toEqual(['Approved', 'In review', 'Rejected'])
    expect(['AVAILABLE', 'LIMITED', 'BLOCKED'].map(canSendOf)).toEqual(['Everything', 'With limits', 'Nothing'])
    expect(['STANDARD', 'HIGH'].map(throughputOf)).toEqual(['80 messages per second', '1,000 messages per second'])
  })

  it('stays as it is where it has no words here, and is absent where it is not known', () => {
    expect([nameStatusOf('NEW_STATE'), canSendOf('NEW_STATE'), throughputOf('TURBO')]).toEqual([
      'NEW_STATE',
      'NEW_STATE',
      'TURBO',
    ])
    expect([nameStatusOf(null), canSendOf(null), throughputOf(null)]).toEqual([null, null, null])
  })
})
