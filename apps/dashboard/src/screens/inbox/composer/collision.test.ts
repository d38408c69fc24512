import type { Presence } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { collisionOf } from './state.ts'

const begunAt = '2026-11-23T12:00:00.000Z'
const present = (status: Presence['status']): Presence => ({
  by: { type: 'member', id: 'mem_b', name: 'Ann' },
  status,
  at: begunAt,
})
const answer = (change: object) => ({
  direction: 'out' as const,
  createdAt: '2026-11-23T12:00:01.000Z',
  by: { type: 'member' as const, id: 'mem_b', name: 'Ann' },
  ...change,
})
const facts = { others: [], messages: [], begunAt, me: 'mem_a' }

describe('an answer', () => {
  it('collides with a colleague who writes one, not with one who reads', () => {
    expect(collisionOf({ ...facts, others: [present('viewing')] })).toBeUndefined()
    expect(collisionOf({ ...facts, others: [present('viewing'), present('writing')] })).toEqual({
      reason: 'writing',
      name: 'Ann',
    })
  })

  it('collides with one that a colleague sent since it was begun, not with own, older, automatic or incoming messages', () => {
    const by = (id: string, type = 'member') => ({ by: { type, id, name: 'x' } })
    const harmless = [
      answer(by('mem_a')),
      answer(by('key_a', 'key')),
      answer({ createdAt: begunAt }),
      answer({ direction: 'in' }),
    ] as Parameters<typeof collisionOf>[0]['messages']
    expect(collisionOf({ ...facts, messages: harmless })).toBeUndefined()
    expect(collisionOf({ ...facts, messages: [...harmless, answer({})] })).toEqual({ reason: 'answered', name: 'Ann' })
  })
})
