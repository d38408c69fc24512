import type { Chat, Message } from '@posthorn/sdk'
import type { ChatFilter, Page } from '../../api/api.ts'

/** Returns the newer of two versions of a chat, fetched or streamed, including the fields that only responses have. */
export function newerChat(known: Chat, next: Chat): Chat {
  if (next.version < known.version) return known
  return { ...known, ...next, lastMessage: newerLast(known.lastMessage, next.lastMessage) }
}

/** Returns the newer copy of a chat's last message. Keeps its known status, because chats in events have none. */
function newerLast(known: Chat['lastMessage'], next: Chat['lastMessage']): Chat['lastMessage'] {
  return known && known.id === next?.id ? { ...known, ...next, status: next.status ?? known.status } : next
}

/** How long WhatsApp lets a business write freely after a customer's message. */
const windowMs = 24 * 3_600_000

/** Returns a chat as it is after one of its messages, until the server's version arrives. */
export function chatAfter(chat: Chat, message: Message): Chat {
  if (chat.lastMessage?.id === message.id) {
    return { ...chat, lastMessage: { ...chat.lastMessage, status: message.status, message: message.message ?? null } }
  }
  if (chat.lastMessage && chat.lastMessage.at > message.createdAt) return chat
  const { id, direction, type, createdAt: at } = message
  const lastMessage = { id, direction, type, at, message: message.message ?? null, status: message.status }
  if (direction === 'out') return { ...chat, lastMessage, lastOutboundAt: at }
  const windowClosesAt = new Date(Date.parse(at) + windowMs).toISOString()
  return {
    ...chat,
    lastMessage,
    lastInboundAt: at,
    windowClosesAt: chat.type === 'direct' ? windowClosesAt : chat.windowClosesAt,
    unread: true,
    unreadCount: chat.unreadCount + 1,
  }
}

/** Whether only the server knows which chats a view contains: that depends on notes, the time, or who asks. */
export const needsServer = ({ mentioned, window, overdue, assignee }: ChatFilter): boolean =>
  mentioned !== undefined || window !== undefined || overdue !== undefined || assignee?.includes('me') === true

/** Whether the chat belongs in the view, or null if only the server knows: it depends on texts, notes, the time, or who asks. */
export function fitsFilter(chat: Chat, filter: ChatFilter): boolean | null {
  if (filter.search !== undefined || needsServer(filter)) return null
  return fitsAttributes(chat, filter) && fitsFlags(chat, filter)
}

/** Returns whether the chat has one of the values that the filter lists, and none that it excludes. */
function fitsAttributes(chat: Chat, { status, assignee, number, label, labelExclude, type }: ChatFilter): boolean {
  if (status && !status.includes(chat.status)) return false
  if (assignee && !assignee.includes(chat.assignee?.id ?? 'none')) return false
  if (number && !number.includes(chat.number)) return false
  if (label && !chat.labels.some(({ id }) => label.includes(id))) return false
  if (type && !type.includes(chat.type)) return false
  return !labelExclude || !chat.labels.some(({ id }) => labelExclude.includes(id))
}

/** Returns whether the chat meets the filter's conditions that are true or false. */
function fitsFlags(chat: Chat, filter: ChatFilter): boolean {
  const { unread, pinned, muted, written, snoozed, failed, waiting } = filter
  if (pinned !== undefined && chat.pinned !== pinned) return false
  if (muted !== undefined && chat.muted !== muted) return false
  if (unread !== undefined && chat.unread !== unread) return false
  if (written !== undefined && (chat.lastInboundAt !== null) !== written) return false
  if (snoozed !== undefined && (chat.snooze !== null) !== snoozed) return false
  if (failed !== undefined && chat.failed !== failed) return false
  return waiting === undefined || ((chat.waitingSince ?? null) !== null) === waiting
}

/** A cached list: its filter, the id of the open chat, and whether the newest message comes first. */
type ViewScope = { filter: ChatFilter; openId?: string | undefined; byLastMessage: boolean }

/** Updates, moves, adds or removes a chat in a view's pages. Never removes the open chat. */
export function placeChat(pages: Page<Chat>[], chat: Chat, { filter, openId, byLastMessage }: ViewScope): Page<Chat>[] {
  const known = pages.flatMap(({ items }) => items).find(({ id }) => id === chat.id)
  const next = known ? newerChat(known, chat) : chat
  const fits = fitsFilter(next, filter)
  if (known === undefined && fits !== true) return pages
  if (fits === false && chat.id !== openId) return without(pages, chat.id)
  const hasMoved = known === undefined || known.lastMessage?.at !== next.lastMessage?.at
  if (!hasMoved || !byLastMessage || fits === null) return changed(pages, next.id, () => next)
  return inserted(known ? without(pages, chat.id) : pages, next, (item) => orderOf(item) < orderOf(next))
}

type Item = { id: string }

/** Returns the pages of a list without one of its items. */
export const without = <T extends Item>(pages: Page<T>[], id: string): Page<T>[] =>
  pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }))

/** Changes an item in its place, if the list contains it. */
const changed = <T extends Item>(pages: Page<T>[], id: string, change: (item: T) => T): Page<T>[] =>
  pages.map((page) => ({ ...page, items: page.items.map((item) => (item.id === id ? change(item) : item)) }))

/** Returns a chat's time in a list, which puts the newest first. */
const orderOf = (chat: Chat) => chat.lastMessage?.at ?? chat.createdAt

/**
 * Inserts an item before the first one that comes after it. If there is none, appends it, or, while there are more pages, leaves it out,
 * because the next page will include it.
 */
function inserted<T>(pages: Page<T>[], next: T, comesAfter: (item: T) => boolean): Page<T>[] {
  const hasMore = pages.at(-1)?.next !== undefined
  const at = pages.findIndex(({ items }) => items.some(comesAfter))
  const target = at >= 0 ? at : hasMore ? -1 : pages.length - 1
  return pages.map((page, i) => {
    if (i !== target) return page
    const before = page.items.findIndex(comesAfter)
    return { ...page, items: page.items.toSpliced(before < 0 ? page.items.length : before, 0, next) }
  })
}

/** Fields of message events that aren't fields of the message. */
const eventFields = new Set(['ack', 'participant', 'change', 'changed', 'emoji', 'movedFrom', 'summaries'])

/** Returns the message in an event. Drops the actor of a cancellation or change, who isn't the author. */
export function messageOf({ event, data }: { event: string; data: object }): Message {
  const isByOther = event === 'message:canceled' || event === 'message:changed'
  const fields = Object.entries(data).filter(([name]) => !eventFields.has(name) && !(isByOther && name === 'by'))
  return Object.fromEntries(fields) as unknown as Message
}

/** Fields that only responses have. They stay valid while the message is queued. */
const queueFields = ['waiting', 'estimatedSendAt']

/**
 * Returns the newer of two versions of a message. A field that the newer version lacks is gone, such as the error after a retry. Exceptions
 * are fields that events lack: the position in the queue, sometimes the author, and truncated fields.
 */
export function newerMessage(known: Message, next: Message, truncated: readonly string[] = []): Message {
  if (next.version < known.version) return known
  const kept = new Set(['by', ...truncated, ...(next.status === 'queued' ? queueFields : [])])
  const isKept = ([name]: [string, unknown]) => kept.has(name) && (next[name as keyof Message] ?? null) === null
  return { ...next, ...Object.fromEntries(Object.entries(known).filter(isKept)) }
}

/** Whether `a` belongs before `b` in a chat: by time, and by id if they have the same time. */
export const isBefore = (a: Message, b: Message) =>
  a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt

/** Adds a message to its chat's pages, newest first, or replaces its older version. */
export function placeMessage(pages: Page<Message>[], message: Message, truncated?: readonly string[]): Page<Message>[] {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === message.id))
  if (isKnown) return changed(pages, message.id, (item) => newerMessage(item, message, truncated))
  return inserted(pages, message, (item) => isBefore(item, message))
}
