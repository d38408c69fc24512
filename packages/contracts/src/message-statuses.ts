import { z } from 'zod'
import { named } from './names.ts'

/** Every status of a message, in no order. */
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

/** Status of a message; `received` is the only one of incoming messages until they are `read`. */
export type MessageStatus = z.infer<typeof messageStatus>

/** An event in the life of a message. */
export type MessageEvent =
  | 'due'
  | 'calling'
  | 'requeued'
  | 'accepted'
  | 'delivered'
  | 'read'
  | 'played'
  | 'failed'
  | 'expired'
  | 'canceled'
  | 'retried'

type Row = Record<MessageEvent, MessageStatus | null>

const nothing: Row = {
  due: null,
  calling: null,
  requeued: null,
  accepted: null,
  delivered: null,
  read: null,
  played: null,
  failed: null,
  expired: null,
  canceled: null,
  retried: null,
}

const reached: Row = { ...nothing, accepted: 'sent', delivered: 'delivered', read: 'read', played: 'played' }
/** Confirmations of the recipient's phone count, whatever was reported before: the reports of the provider come in any order. */
const confirmed: Row = { ...nothing, delivered: 'delivered', read: 'read', played: 'played' }
const waiting: Row = { ...reached, calling: 'sending', failed: 'failed', expired: 'expired', canceled: 'canceled' }

/**
 * The whole life of a message: status × event → next status; null means the event changes nothing (late, repeated or reordered
 * acknowledgements are no-ops). A status of the provider may raise a message in any unfinished status: it can arrive before the answer of
 * the call is stored. `delivered`, `read` and `played` also raise a message that failed, expired or was canceled; `outcome unknown` is a
 * failure that any late status replaces.
 */
export const messageTransitions: Record<MessageStatus, Row> = {
  scheduled: { ...waiting, due: 'queued' },
  queued: waiting,
  sending: { ...reached, requeued: 'queued', failed: 'failed', expired: 'expired' },
  sent: { ...confirmed, failed: 'failed' },
  delivered: { ...nothing, read: 'read', played: 'played' },
  read: { ...nothing, played: 'played' },
  played: nothing,
  failed: { ...confirmed, retried: 'queued' },
  expired: { ...confirmed, retried: 'queued' },
  canceled: confirmed,
  received: { ...nothing, read: 'read' },
}

/** The row of a message that failed because the provider's response was lost: any later status counts, a failure with its reason too. */
export const outcomeUnknownTransitions: Row = { ...reached, failed: 'failed', retried: 'queued' }

/** The status after the event, or null when it changes nothing. */
export function nextStatus(
  status: MessageStatus,
  event: MessageEvent,
  opts: { outcomeUnknown?: boolean } = {},
): MessageStatus | null {
  if (status === 'failed' && opts.outcomeUnknown) return outcomeUnknownTransitions[event]
  return messageTransitions[status][event]
}

const forward: MessageStatus[] = ['queued', 'sending', 'sent', 'delivered', 'read', 'played']

/** The statuses a message has passed on its way when it is in `status`: `read` without `delivered` fills both times. */
export function statusesPassed(status: MessageStatus): MessageStatus[] {
  const rank = forward.indexOf(status)
  return rank < 0 ? [status] : forward.slice(forward.indexOf('sent'), rank + 1)
}
