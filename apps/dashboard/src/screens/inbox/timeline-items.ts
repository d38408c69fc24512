import type { Message, Note, TimelineItem } from '@posthorn/sdk'
import { hasFailed } from '../../parts/message.tsx'

export type ChatChange = TimelineItem & { change: (typeof changes)[number] }

export type Item =
  | { type: 'message'; id: string; at: string; message: Message }
  | { type: 'note'; id: string; at: string; note: Note }
  | { type: 'change'; id: string; at: string; change: ChatChange }

/**
 * Changes that colleagues want to see. Other changes, such as `read`, are omitted. An `automated` change covers everything that the
 * automation changed.
 */
const changes = [
  'assigned',
  'unassigned',
  'resolved',
  'reopened',
  'pending',
  'archived',
  'snoozed',
  'unsnoozed',
  'woken',
  'labeled',
  'automated',
  'rated',
] as const

/** Whether an item is a change that colleagues want to see. */
export const isChatChange = (item: TimelineItem): item is ChatChange => changes.some((name) => name === item.change)

/** Returns the changes that the timeline shows. Each change by an automation is part of its `automated` change. */
export const changesIn = (items: readonly TimelineItem[]): ChatChange[] =>
  items.filter(isChatChange).filter(({ change, by }) => change === 'automated' || by?.type !== 'automation')

type Parts = { messages: Message[]; notes: Note[]; changes: ChatChange[]; hasOlder: boolean }

/**
 * Returns a message with the reaction that the business sent from here, unless that reaction was removed or replaced in the provider's app.
 * Reactions from that app have `via`.
 */
function withOwnReaction(message: Message, own: Message | undefined): Message {
  if (own === undefined) return message
  const others = message.reactions.filter(({ via, at }) => via === null || at > own.createdAt)
  if (!own.reaction || others.some(({ via }) => via !== null)) return { ...message, reactions: others }
  const from = { phone: null, userId: null, parentUserId: null, name: null }
  return { ...message, reactions: [...others, { emoji: own.reaction, from, via: null, at: own.createdAt }] }
}

/**
 * Merges messages, notes and changes, newest first. A sent reaction is shown with its message; a failed one is a separate message. While
 * there are older messages to load, omits items older than the oldest loaded message, because their position would be wrong.
 */
export function timelineOf({ messages, notes, changes: changed, hasOlder }: Parts): Item[] {
  const oldest = hasOlder ? (messages.at(-1)?.createdAt ?? '') : ''
  const beside: Item[] = [
    ...notes.map((note): Item => ({ type: 'note', id: note.id, at: note.createdAt, note })),
    ...changed.map((change): Item => ({ type: 'change', id: change.id, at: change.at, change })),
  ]
  const isAtMessage = (message: Message) =>
    message.type === 'reaction' && message.reactionMessage !== undefined && !hasFailed(message)
  // Reactions come newest first, and the last entry with the same key wins in a map.
  const own = new Map(
    messages.toReversed().flatMap((each) => (isAtMessage(each) ? [[each.reactionMessage, each]] : [])),
  )
  const itemOf = (message: Message): Item => {
    const { id, createdAt: at } = message
    return { type: 'message', id, at, message: withOwnReaction(message, own.get(id)) }
  }
  const items = [
    ...messages.filter((message) => !isAtMessage(message)).map(itemOf),
    ...beside.filter(({ at }) => at >= oldest),
  ]
  return items.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
}
