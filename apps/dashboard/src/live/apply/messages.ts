import type { Message, Page } from '../../api/kinds.ts'

/** Fields of message events that don't belong to the message. */
const besides = new Set(['ack', 'participant', 'change', 'changed', 'emoji', 'movedFrom', 'summaries'])

/** Returns the message of an event. The actor of a cancellation or change isn't the author. */
export function messageOf({ event, data }: { event: string; data: object }): Message {
  const isByOther = event === 'message:canceled' || event === 'message:changed'
  const fields = Object.entries(data).filter(([name]) => !besides.has(name) && !(isByOther && name === 'by'))
  return Object.fromEntries(fields) as unknown as Message
}

/** Fields that only responses have; they stay valid while the message is queued. */
const queueFields = ['waiting', 'estimatedSendAt']

/**
 * Returns the newer of two versions of a message. A field that is empty in the newer one is gone, such as the error after a retry, except for fields
 * that events lack: the position in the queue, sometimes the author, and truncated fields.
 */
export function newerMessage(known: Message, next: Message, truncated: readonly string[] = []): Message {
  if (!(next.version >= known.version)) return known
  const kept = new Set(['by', ...truncated, ...(next.status === 'queued' ? queueFields : [])])
  const isKept = ([name]: [string, unknown]) => kept.has(name) && (next[name as keyof Message] ?? null) === null
  return { ...next, ...Object.fromEntries(Object.entries(known).filter(isKept)) }
}

const isBefore = (a: Message, b: Message) => (a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt)

/** Adds a message to its chat's pages, newest first, or replaces its older version. */
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

/** Removes a message that moved to another chat. */
export function withoutMessage(pages: Page<Message>[], id: string): Page<Message>[] {
  return pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))
}
