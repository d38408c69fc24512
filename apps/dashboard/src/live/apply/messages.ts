import type { Message, Page } from '../../api/kinds.ts'

const ranks: Readonly<Record<Message['status'], number>> = {
  scheduled: 0,
  queued: 1,
  sending: 2,
  failed: 3,
  expired: 3,
  canceled: 3,
  received: 3,
  sent: 4,
  delivered: 5,
  read: 6,
  played: 7,
}

/** Returns the newer of two states of a message: by version where both have one, else by how far it has come. */
export function newerMessage(known: Message, next: Message): Message {
  if (known.version !== undefined && next.version !== undefined) return next.version >= known.version ? next : known
  if (ranks[next.status] < ranks[known.status]) return known
  return { ...known, ...next }
}

const isBefore = (a: Message, b: Message) => (a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt)

/** Puts a message into the pages of its chat, newest first: in its place, or over its older state. */
export function placeMessage(pages: Page<Message>[], message: Message): Page<Message>[] {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === message.id))
  if (isKnown) {
    const change = (item: Message) => (item.id === message.id ? newerMessage(item, message) : item)
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
