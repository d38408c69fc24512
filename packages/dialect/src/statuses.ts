import type { MessageStatus } from './ours.ts'

export const sendStatuses = {
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
} as const satisfies Record<MessageStatus, readonly [status: string, deliveryStatus: string]>

const acks: Partial<Record<MessageStatus, string>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
  expired: 'failed',
  canceled: 'failed',
  received: 'delivered',
}

/** Returns the dialect's acknowledgment word for a message's status. */
export function ackOf(status: MessageStatus): 'pending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' {
  return (acks[status] ?? 'pending') as 'pending'
}

const ours = Object.keys(sendStatuses) as MessageStatus[]
const outgoing = ours.filter((status) => status !== 'received')

/** Valid status words, including words for statuses that our messages never have. */
const statusWords = 'invalid removed expired failed queued processing processed pending'.split(' ')
const deliveryWords = 'queued processing sent delivered read played failed cancelled revoked pending'.split(' ')
const ackWords = 'pending sent delivered read played failed'.split(' ')

/** Returns our statuses for this `status` value, which may also be a `deliveryStatus` value; undefined if unknown. */
export function statusesOfStatus(word: string): MessageStatus[] | undefined {
  if (!statusWords.includes(word)) return statusesOfDelivery(word)
  const found = word === 'pending' ? 'queued' : word
  return outgoing.filter((status) => sendStatuses[status][0] === found)
}

/** Returns our statuses for this `deliveryStatus` value; undefined if unknown. */
export function statusesOfDelivery(word: string): MessageStatus[] | undefined {
  if (!deliveryWords.includes(word)) return undefined
  const found = word === 'pending' ? 'queued' : word
  return outgoing.filter((status) => sendStatuses[status][1] === found)
}

/** Returns our statuses for this `ack` value; undefined if unknown. */
export function statusesOfAck(word: string): MessageStatus[] | undefined {
  return ackWords.includes(word) ? ours.filter((status) => ackOf(status) === word) : undefined
}
