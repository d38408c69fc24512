import type { StoredContent } from '../entities/content.ts'
import type { MessageRow, Sender } from '../entities/message.ts'

/** Most answers kept beside a message; older ones are messages of their own all the same. */
const answersMax = 20

/** Change of a message. */
export type Amendment = { body?: string | null; content: StoredContent }

type Reaction = NonNullable<StoredContent['reactions']>[number]

const keyOf = (person: { phone?: string | undefined; userId?: string | undefined }) =>
  person.phone ?? person.userId ?? ''

/** Returns the author of an incoming message, however the provider names them; in a group the participant. */
export function authorOf({ sender, recipient }: Pick<MessageRow, 'sender' | 'recipient'>): string {
  return keyOf(sender ?? {}) || recipient
}

/** A message with a person's reaction, which replaces the one before; without it when the emoji is empty. */
export function addReaction(row: MessageRow, emoji: string, by: { sender: Sender; at: string }): Amendment {
  const { phone, userId, name } = by.sender
  const from: Reaction['from'] = { ...(phone && { phone }), ...(userId && { userId }), ...(name && { name }) }
  const others = (row.content?.reactions ?? []).filter((reaction) => keyOf(reaction.from) !== keyOf(from))
  const reactions = emoji === '' ? others : [...others, { emoji, from, at: by.at }]
  return { content: { ...row.content, reactions } }
}

/** A message as its sender edited it. */
export function editOf(row: MessageRow, text: string | undefined, at: string): Amendment {
  return { body: text ?? row.body ?? null, content: { ...row.content, editedAt: at } }
}

/** A message its sender deleted: what it said is gone. */
export function deletionOf(at: string): Amendment {
  return { body: null, content: { deletedAt: at } }
}

/** Buttons or a list with one more answer. */
export function addAnswer(row: MessageRow, answer: NonNullable<StoredContent['answers']>[number]): Amendment {
  return { content: { ...row.content, answers: [...(row.content?.answers ?? []), answer].slice(-answersMax) } }
}
