import { z } from 'zod'
import { named } from './names.ts'

/** Every state of a message, in no order. */
export const messageState = named(
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

/** State of a message; `received` is the only one of incoming messages until they are `read`. */
export type MessageState = z.infer<typeof messageState>

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

type Row = Record<MessageEvent, MessageState | null>

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
 * The whole life of a message: state × event → next state; null means the event changes nothing (late, repeated or reordered
 * acknowledgements are no-ops). A status of the provider may raise a message in any unfinished state: it can arrive before the answer of
 * the call is stored. `delivered`, `read` and `played` also raise a message that failed, expired or was canceled; `outcome unknown` is a
 * failure that any late status replaces.
 */
export const messageTransitions: Record<MessageState, Row> = {
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

/** The state after the event, or null when it changes nothing. */
export function nextState(
  state: MessageState,
  event: MessageEvent,
  opts: { outcomeUnknown?: boolean } = {},
): MessageState | null {
  if (state === 'failed' && opts.outcomeUnknown) return outcomeUnknownTransitions[event]
  return messageTransitions[state][event]
}

const forward: MessageState[] = ['queued', 'sending', 'sent', 'delivered', 'read', 'played']

/** The states a message has passed on its way when it stands in `state`: `read` without `delivered` fills both times. */
export function statesPassed(state: MessageState): MessageState[] {
  const rank = forward.indexOf(state)
  return rank < 0 ? [state] : forward.slice(forward.indexOf('sent'), rank + 1)
}
