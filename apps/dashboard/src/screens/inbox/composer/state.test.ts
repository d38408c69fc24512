import { describe, expect, it } from 'vitest'
import { type ComposerFacts, composerState } from './state.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
const capabilities: ComposerFacts['capabilities'] = {
  customerWindowHours: 24,
  messages: [{ type: 'text', direct: 'native', group: 'native', channel: 'unsupported', instead: null }],
}
const facts = (change: Partial<ComposerFacts>): ComposerFacts => ({
  chat: { type: 'direct', windowClosesAt: '2026-11-22T13:00:00.000Z', assignee: null },
  number: { status: 'active' },
  capabilities,
  maySend: true,
  mayNote: true,
  now,
  ...change,
})
const direct = (windowClosesAt: string | null) => ({
  chat: { type: 'direct' as const, windowClosesAt, assignee: null },
})

describe('the composer', () => {
  it.each([
    ['open window', direct('2026-11-22T12:00:00.001Z'), 'free', 'open'],
    ['window that ends now', direct('2026-11-22T12:00:00.000Z'), 'template', 'window_closed'],
    ['customer who never wrote', direct(null), 'template', 'never_written'],
    ['group', { chat: { type: 'group', windowClosesAt: null, assignee: null } }, 'free', 'open'],
    [
      'kind of chat that takes no text',
      { chat: { type: 'channel', windowClosesAt: null, assignee: null } },
      'note',
      'unsupported',
    ],
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
      expect(composerState(facts(change))).toMatchObject({ mode, reason })
    },
  )

  it('says that a message will wait while the queue is paused or drained, and lets it be written', () => {
    for (const number of [
      { status: 'active', queue: { status: 'paused' } },
      { status: 'active', queue: { status: 'draining' } },
    ] as ComposerFacts['number'][])
      expect(composerState(facts({ number }))).toEqual({ mode: 'free', reason: 'open', willWait: true })
  })
})
