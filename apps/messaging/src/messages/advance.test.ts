import {
  errorCatalog,
  type MessageEvent,
  type MessageStatus,
  messageStatus,
  messageTransitions,
  statusEvents,
} from '@posthorn/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageRow } from '../entities/chat.ts'
import { advance, type ReportedError, storedError, storedProviderError } from './advance.ts'

const at = '2026-11-20T08:30:00.000Z'
const row = (status: MessageStatus, over: Partial<MessageRow> = {}) =>
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
const rank: MessageStatus[] = ['scheduled', 'queued', 'sending', 'sent', 'delivered', 'read', 'played']

describe('a message', () => {
  it('moves exactly as its table of statuses says', () => {
    for (const status of messageStatus.options) {
      for (const event of statusEvents) {
        expect(advance(row(status), { event, at })?.status ?? null, `${status} + ${event}`).toBe(
          messageTransitions[status][event] ?? null,
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

  it('has no status before the one it follows, although times of the provider are whole seconds', () => {
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

  it.each<[string, Partial<MessageRow>]>([
    ['is waiting', { status: 'queued' }],
    ['is being sent', { status: 'sending' }],
    ['was sent', { status: 'sent', statusAt: { sent: at } }],
    [
      'has an unknown outcome',
      { status: 'failed', outcomeUnknown: true, error: storedError('message:outcome_unknown') },
    ],
  ])('that %s ends as the reports of the provider say, whatever order they arrive in, and repeated', (_, over) => {
    const reports: MessageEvent[] = ['accepted', 'failed', 'delivered', 'read', 'played']
    const error = storedError('phone:undeliverable')
    for (const order of ordersOf(reports)) {
      let message = row('queued', over)
      for (const event of [...order, ...order]) {
        const next = advance(message, { event, at, ...(event === 'failed' && { error }) })
        if (!next) continue
        const isForward = reached.indexOf(next.status) > reached.indexOf(message.status)
        expect(isForward || message.outcomeUnknown, `${order.join()}: ${message.status} to ${next.status}`).toBe(true)
        message = next
      }
      const { status, error: last, outcomeUnknown } = message
      expect({ order, status, error: last, outcomeUnknown }).toEqual({
        order,
        ...(order.length === 0
          ? { status: over.status, error: over.error ?? null, outcomeUnknown: over.outcomeUnknown ?? false }
          : { ...endOf([...order, ...(over.statusAt?.sent ? ['accepted'] : [])], error), outcomeUnknown: false }),
      })
    }
  })

  it('that expired or was canceled and yet reached a phone is read, and bears no error', () => {
    for (const status of ['expired', 'canceled'] as const)
      expect(advance(row(status), { event: 'read', at })).toMatchObject({ status: 'read', error: null })
  })
})

describe('the error of a message', () => {
  it.each(['failed', 'expired'] as const)('is stored when it %s, although it was sent before a retry', (event) => {
    const error = storedError('message:expired')
    const retried = row('queued', { statusAt: { sent: at } })
    expect(advance(retried, { event, at, error })).toMatchObject({ status: event, error })
  })

  it('keeps the further errors that the provider reports with it, which say nothing of a later try', () => {
    const reported = (code: number, errorCode: string): ReportedError => ({
      code,
      title: 'Why',
      errorCode,
      retryable: true,
    })
    const [first, second, third] = [
      reported(131000, 'provider:unavailable'),
      reported(131049, 'provider:refused'),
      reported(999, 'provider:new'),
    ]
    expect(storedProviderError(first, [second, third])).toEqual({
      errorCode: 'provider:unavailable',
      message: `${errorCatalog['provider:unavailable'].message} Why`,
      providerCode: 131000,
      retryable: true,
      further: [
        {
          errorCode: 'provider:refused',
          message: `${errorCatalog['provider:refused'].message} Why`,
          providerCode: 131049,
        },
        { errorCode: 'provider:new', message: 'Why', providerCode: 999 },
      ],
    })
  })

  it('ends with a whole character where it is cut', () => {
    for (const title of ['👍'.repeat(400), `x${'👍'.repeat(400)}`]) {
      const { message } = storedProviderError({ code: 1, title, errorCode: 'provider:new', retryable: false })
      expect(message.isWellFormed()).toBe(true)
      expect(message.length).toBeGreaterThanOrEqual(499)
    }
  })

  it('promises no repetition, since the text also stands on messages that failed for good', () => {
    const promise =
      /\b(is|are|will be|being|gets?) (automatically )?(repeated|retried|resent|tried again|sent again)\b/i
    const promising = Object.entries(errorCatalog).filter(([, { message }]) => promise.test(message))
    expect(promise.test('The provider has a temporary problem; the request is repeated.')).toBe(true)
    expect(promising).toEqual([])
  })
})

/** Statuses in order of progress. Of two reports, the one with the later status wins. */
const reached: MessageStatus[] = ['queued', 'sending', 'sent', 'failed', 'delivered', 'read', 'played']

function endOf(reports: string[], error: MessageRow['error']) {
  const status = reached.findLast((status) => reports.includes(status === 'sent' ? 'accepted' : status))
  return { status, error: status === 'failed' ? error : null }
}

/** Returns every subset of these values in every order. */
function ordersOf<T>(values: T[]): T[][] {
  return [
    [],
    ...values.flatMap((value) => ordersOf(values.filter((each) => each !== value)).map((rest) => [value, ...rest])),
  ]
}
