import type { Message, Page } from '../../api/kinds.ts'

/** Fields of events about a message that are no part of it. */
const besides = new Set(['ack', 'participant', 'change', 'changed', 'emoji', 'movedFrom', 'summaries'])

/** Returns the message of an event. Who canceled or changed it is not who wrote it. */
export function messageOf({ event, data }: { event: string; data: object }): Message {
  const isByOther = event === 'message:canceled' || event === 'message:changed'
  const fields = Object.entries(data).filter(([name]) => !besides.has(name) && !(isByOther && name === 'by'))
  return Object.fromEntries(fields) as unknown as Message
}

/** Fields that only answers have; they stay while the message is queued. */
const queueFields = ['waiting', 'estimatedSendAt']

/**
 * Returns the newer of two states of a message, whichever of a fetch and the stream brought it first. What has no value in the
 * newer one is gone, such as its error once it is sent again; but no event has its place in the queue, not every one its author, and one that was too large
 * lacks the fields that it names as truncated.
 */
export function newerMessage(known: Message, next: Message, truncated: readonly string[] = []): Message {
  if (!(next.version >= known.version)) return known
  const kept = new Set(['by', ...truncated, ...(next.status === 'queued' ? queueFields : [])])
  const isKept = ([name]: [string, unknown]) => kept.has(name) && (next[name as keyof Message] ?? null) === null
  return { ...next, ...Object.fromEntries(Object.entries(known).filter(isKept)) }
}

const isBefore = (a: Message, b: Message) => (a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt)

/** Puts a message into the pages of its chat, newest first: in its place, or over its older status. */
export function placeMessage(pages: Page<Message>[], message: Message, truncated?: readonly string[]): Page<Message>[] {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === message.id))
  if (isKnown) {
    const change = (item: Message) => (item.id === message.id ? newerMessage(item, message, truncated) : item)
    return pages.map((page) => ({ ...page, items: page.items.map(change) }))
  }
  const at = pages.findIndex(({ items }) => items.some((item) => isBefore(item, message)))
  const hasMore = pages.at(-1)?.next !== undefined
  const target = at >= 0 ? at : hasMore ? -1 : pages.length - 1
  return pages.map((page, i) => {
    if (i !== target) return page
    const found = page.items.findIndex((item) => isBefore(item, message))
    const index = found < 0 ? page.items.length : found
    return { ...page, items: [...page.items.slice(0, index), message, ...page.items.slice(index)] }
  })
}

/** Takes a message that moved to another chat out of these pages. */
export function withoutMessage(pages: Page<Message>[], id: string): Page<Message>[] {
  return pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))
}
