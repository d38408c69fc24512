import type { Message } from '@posthorn/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonsOf } from './statuses.ts'

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
