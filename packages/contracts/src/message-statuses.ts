import { z } from 'zod'
import { named } from './schemas.ts'

export const messageStatus = named(
  'MessageStatus',
  z.enum([
    'scheduled',
    'queued',
    'sending',
    'sent',
    'delivered',
    'read',
    'played',
    'failed',
    'expired',
    'canceled',
    'received',
  ]),
)

/** Status of a message. Incoming messages are `received` until they are `read`. */
export type MessageStatus = z.infer<typeof messageStatus>

/** What can happen to a message. */
export const statusEvents = [
  'due',
  'calling',
  'requeued',
  'accepted',
  'delivered',
  'read',
  'played',
  'failed',
  'expired',
  'canceled',
  'retried',
] as const

export type MessageEvent = (typeof statusEvents)[number]

/** Next status after each event. Events that change nothing are absent. */
type Row = Partial<Record<MessageEvent, MessageStatus>>

const reached: Row = { accepted: 'sent', delivered: 'delivered', read: 'read', played: 'played' }
/** Acknowledgments from the recipient's phone always count, because the provider's reports arrive in any order. */
const confirmed: Row = { delivered: 'delivered', read: 'read', played: 'played' }
const waiting: Row = { ...reached, calling: 'sending', failed: 'failed', expired: 'expired', canceled: 'canceled' }

/**
 * A message's state machine: status × event → next status. An absent event changes nothing: it is late, repeated or reordered. The
 * provider's status can advance a message in any unfinished status, because it may arrive before the call's response is stored.
 * `delivered`, `read` and `played` also advance a message that failed, expired or was canceled. `outcome unknown` is a failure that any
 * later status replaces.
 */
export const messageTransitions: Record<MessageStatus, Row> = {
  scheduled: { ...waiting, due: 'queued' },
  queued: waiting,
  sending: { ...reached, requeued: 'queued', failed: 'failed', expired: 'expired' },
  sent: { ...confirmed, failed: 'failed' },
  delivered: { read: 'read', played: 'played' },
  read: { played: 'played' },
  played: {},
  failed: { ...confirmed, retried: 'queued' },
  expired: { ...confirmed, retried: 'queued' },
  canceled: confirmed,
  received: { read: 'read' },
}

/** Row for a message that failed because the provider's response was lost. Any later status counts, including a failure with its reason. */
export const outcomeUnknownTransitions: Row = { ...reached, failed: 'failed', retried: 'queued' }

/** Returns the status after the event, or null if nothing changes. `outcomeUnknown`: the message failed because the response was lost. */
export function nextStatus(
  status: MessageStatus,
  event: MessageEvent,
  opts: { outcomeUnknown?: boolean } = {},
): MessageStatus | null {
  if (status === 'failed' && opts.outcomeUnknown) return outcomeUnknownTransitions[event] ?? null
  return messageTransitions[status][event] ?? null
}

const forward: MessageStatus[] = ['queued', 'sending', 'sent', 'delivered', 'read', 'played']

/**
 * Returns the statuses from `sent` to `status`; none for `queued` and `sending`, which come before, and only `status` for another, such as
 * `failed`. Each gets a time, because the provider may leave out a report: `read` without `delivered` sets both times.
 */
export function statusesPassed(status: MessageStatus): MessageStatus[] {
  const rank = forward.indexOf(status)
  return rank < 0 ? [status] : forward.slice(forward.indexOf('sent'), rank + 1)
}
