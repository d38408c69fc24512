import { type MessageEvent, type MessageState, messageState, messageTransitions } from '@posthorn/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageRow } from '../entities/message.ts'
import { advance, storedError } from './advance.ts'

const at = '2026-11-20T08:30:00.000Z'
const row = (status: MessageState, over: Partial<MessageRow> = {}) =>
  ({
    id: 'msg_1',
    status,
    statusAt: {},
    outcomeUnknown: false,
    error: null,
    providerId: null,
    version: 1,
    ...over,
  }) as MessageRow
const events = Object.keys(messageTransitions.queued) as MessageEvent[]
const rank: MessageState[] = ['scheduled', 'queued', 'sending', 'sent', 'delivered', 'read', 'played']

describe('a message', () => {
  it('moves exactly as its table of states says', () => {
    for (const status of messageState.options) {
      for (const event of events) {
        expect(advance(row(status), { event, at })?.status ?? null, `${status} + ${event}`).toBe(
          messageTransitions[status][event],
        )
      }
    }
  })

  it('never goes back once the provider has taken it, whatever events come in whatever order', () => {
    const event = fc.constantFrom<MessageEvent>(
      'accepted',
      'delivered',
      'read',
      'played',
      'calling',
      'requeued',
      'expired',
      'canceled',
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (sequence) => {
        let message = row('sent', { statusAt: { sent: at } })
        for (const event of sequence) {
          const next = advance(message, { event, at })
          if (!next) continue
          expect(rank.indexOf(next.status)).toBeGreaterThan(rank.indexOf(message.status))
          message = next
        }
      }),
      { seed: 42 },
    )
  })

  it('that is read without having been delivered has both times', () => {
    expect(advance(row('sent', { statusAt: { sent: at } }), { event: 'read', at })?.statusAt).toEqual({
      sent: at,
      delivered: at,
      read: at,
    })
  })

  it('has no state before the one it follows, although times of the provider are whole seconds', () => {
    const sentAt = '2026-11-20T08:30:00.982Z'
    expect(advance(row('sent', { statusAt: { sent: sentAt } }), { event: 'delivered', at })?.statusAt.delivered).toBe(
      sentAt,
    )
  })

  it('whose outcome was unknown may still be raised by a late status, and then bears no error', () => {
    const error = storedError('message:outcome_unknown')
    const unknown = row('failed', { statusAt: { failed: at }, outcomeUnknown: true, error })
    expect(advance(unknown, { event: 'delivered', at, providerId: 'wamid.1' })).toMatchObject({
      status: 'delivered',
      error: null,
      outcomeUnknown: false,
      providerId: 'wamid.1',
    })
  })

  it('that was delivered and is reported as failed is delivered, in whatever order', () => {
    const error = storedError('phone:undeliverable')
    const sent = row('sent', { statusAt: { sent: at } })
    const failed = advance(sent, { event: 'failed', at, error })
    expect(failed && advance(failed, { event: 'accepted', at })).toBeNull()
    expect(failed && advance(failed, { event: 'delivered', at })).toMatchObject({ status: 'delivered', error: null })
    const delivered = advance(sent, { event: 'delivered', at })
    expect(delivered && advance(delivered, { event: 'failed', at, error })).toBeNull()
    for (const status of ['expired', 'canceled'] as const)
      expect(advance(row(status), { event: 'read', at })).toMatchObject({ status: 'read', error: null })
  })
})
