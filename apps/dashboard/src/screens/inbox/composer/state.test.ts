import type { Presence } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { type ComposerFacts, collisionOf, composerState } from './state.ts'

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

const now = Date.parse('2026-11-22T12:00:00.000Z')
const capabilities: ComposerFacts['capabilities'] = {
  customerWindowHours: 24,
  messages: [{ type: 'text', direct: 'native', group: 'native', channel: 'unsupported', instead: null }],
}
const allowed = (change: Partial<ComposerFacts>): ComposerFacts => ({
  chat: { type: 'direct', windowClosesAt: '2026-11-22T13:00:00.000Z' },
  number: { status: 'active' },
  capabilities,
  maySend: true,
  mayNote: true,
  now,
  ...change,
})
const direct = (windowClosesAt: string | null) => ({ chat: { type: 'direct' as const, windowClosesAt } })

describe('the composer', () => {
  it.each([
    ['open window', direct('2026-11-22T12:00:00.001Z'), 'free', 'open'],
    ['window that ends now', direct('2026-11-22T12:00:00.000Z'), 'template', 'window_closed'],
    ['customer who never wrote', direct(null), 'template', 'never_written'],
    ['group', { chat: { type: 'group', windowClosesAt: null } }, 'free', 'open'],
    ['kind of chat that takes no text', { chat: { type: 'channel', windowClosesAt: null } }, 'note', 'unsupported'],
    [
      'number without a window',
      { ...direct(null), capabilities: { ...capabilities, customerWindowHours: null } },
      'free',
      'open',
    ],
    ['disconnected number', { number: { status: 'disconnected' } }, 'note', 'disconnected'],
    [
      'number that refuses new messages',
      { number: { status: 'active', queue: { status: 'active', refuses: true } } },
      'note',
      'refusing',
    ],
    ['viewer', { maySend: false, mayNote: false }, 'closed', 'viewer'],
    ['caller who may only note', { maySend: false }, 'note', 'viewer'],
  ] as [string, Partial<ComposerFacts>, string, string][])(
    'offers for a %s what reaches the customer',
    (...[, change, mode, reason]) => {
      expect(composerState(allowed(change))).toMatchObject({ mode, reason })
    },
  )

  it('says that a message will wait while the queue is paused or drained, and lets it be written', () => {
    for (const number of [
      { status: 'active', queue: { status: 'paused' } },
      { status: 'active', queue: { status: 'draining' } },
    ] as ComposerFacts['number'][])
      expect(composerState(allowed({ number }))).toEqual({ mode: 'free', reason: 'open', willWait: true })
  })
})
