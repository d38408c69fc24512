import type { MessageState } from './ours.ts'

/** Words for the state of an outgoing message: of the resource and of its delivery. */
export const sendStates = {
  scheduled: ['queued', 'queued'],
  queued: ['queued', 'queued'],
  sending: ['processing', 'processing'],
  sent: ['processed', 'sent'],
  delivered: ['processed', 'delivered'],
  read: ['processed', 'read'],
  played: ['processed', 'played'],
  failed: ['failed', 'failed'],
  expired: ['expired', 'failed'],
  canceled: ['removed', 'cancelled'],
  received: ['processed', 'delivered'],
} as const satisfies Record<MessageState, readonly [status: string, deliveryStatus: string]>

const acks: Partial<Record<MessageState, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
  expired: 'failed',
  canceled: 'failed',
  received: 'delivered',
}

/** Returns the word for the acknowledgement of a message. */
export function ackOf(status: MessageState): 'pending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' {
  return (acks[status] ?? 'pending') as 'pending'
}

const ours = Object.keys(sendStates) as MessageState[]
const outgoing = ours.filter((state) => state !== 'received')

/** Words that exist, whether or not a message of ours can have that state. */
const statusWords = 'invalid removed expired failed queued processing processed pending'.split(' ')
const deliveryWords = 'queued processing sent delivered read played failed cancelled revoked pending'.split(' ')
const ackWords = 'pending sent delivered read played failed'.split(' ')

/** Returns the states with this `status`, also where it is a word of `deliveryStatus`; undefined for an unknown word. */
export function statesOfStatus(word: string): MessageState[] | undefined {
  if (!statusWords.includes(word)) return statesOfDelivery(word)
  const status = word === 'pending' ? 'queued' : word
  return outgoing.filter((state) => sendStates[state][0] === status)
}

/** Returns the states with this `deliveryStatus`; undefined for an unknown word. */
export function statesOfDelivery(word: string): MessageState[] | undefined {
  if (!deliveryWords.includes(word)) return undefined
  const status = word === 'pending' ? 'queued' : word
  return outgoing.filter((state) => sendStates[state][1] === status)
}

/** Returns the states with this `ack`; undefined for an unknown word. */
export function statesOfAck(word: string): MessageState[] | undefined {
  return ackWords.includes(word) ? ours.filter((state) => ackOf(state) === word) : undefined
}
