import { compareStamps, type EventData, identifiersOf, isLater } from '@posthorn/contracts'
import type { MessageRow, Sender, StoredContent } from '../entities/chat.ts'

type Received = EventData<'provider:message'>

/** Error for media that the callback doesn't identify. */
const noMedia = 'The provider named no file'

/**
 * Returns the kind and content to store for an incoming message. One that was not understood is stored as `unsupported`, and so is an edit or
 * deletion that no stored message takes.
 */
export function incomingContent({ type, content }: Pick<Received, 'type' | 'content'>): {
  type: string
  content: StoredContent | null
} {
  if (!content)
    return type === 'text' ? { type, content: null } : { type: 'unsupported', content: { unsupported: type } }
  const { type: kind, about, ...given } = content
  const { media } = given
  const shown = media && media.providerId === undefined ? { ...given, media: { ...media, error: noMedia } } : given
  // Stored only if the quoted message is unknown: then nothing else identifies it.
  const quoteProviderId = about && { quoteProviderId: about.providerId }
  if (kind === 'reaction')
    return { type: kind, content: { ...shown, ...quoteProviderId, reaction: about?.emoji ?? '' } }
  if (kind === 'edit' || kind === 'revoke')
    return { type: 'unsupported', content: { ...shown, ...quoteProviderId, unsupported: kind } }
  return { type: kind, content: Object.keys(shown).length > 0 ? shown : null }
}

/** Returns the text of an incoming message, or the new text of an edit. */
export const incomingText = ({ text, content }: Pick<Received, 'text' | 'content'>): string | null =>
  text ?? content?.about?.text ?? null

/** Returns content with the provider's id of the quoted message, which is stored if the quoted message isn't known here. */
export const withQuote = ({ content }: MessageRow, quoteProviderId: string | undefined): MessageRow['content'] =>
  quoteProviderId === undefined ? (content ?? null) : { ...content, quoteProviderId }

/** Maximum number of answers shown with a message. Each answer is also a separate message. */
const answersMax = 20

export type Amendment = { body?: string | null; content: StoredContent }

/** A reaction, edit or deletion reported by the provider. `by` is the customer, or the business in the provider's own app. */
export type AmendmentChange = {
  kind: 'reaction' | 'edit' | 'revoke'
  at: string
  by: Sender | 'business'
  /** Empty if the reaction was removed. */
  emoji: string
  /** New text, or null if there is none. */
  text: string | null
}

type Reaction = NonNullable<StoredContent['reactions']>[number]
type Person = { phone?: string | undefined; userId?: string | undefined }

export type SamePerson = (one: Person, other: Person) => boolean

/** Anyone may react to a message, but only its author may edit or delete it. */
export function mayChange(
  { direction, sender }: MessageRow,
  { kind, by }: AmendmentChange,
  isSame: SamePerson,
): boolean {
  if (kind === 'reaction') return true
  if (by === 'business') return direction === 'out'
  return direction === 'in' && isSame(sender ?? {}, by)
}

/**
 * Returns the amendment that a change makes to a message, or null if it has no effect. The result doesn't depend on the order or repetition
 * of changes. A deletion wins; otherwise the last edit and each person's last reaction win, by the provider's time. At equal times, a
 * removed reaction wins, then the text that sorts last.
 */
export function amendmentOf(row: MessageRow, change: AmendmentChange, isSame: SamePerson): Amendment | null {
  const content = row.content ?? {}
  if (change.kind === 'revoke') return deletionOf(content, change.at)
  if (content.deletedAt) return null
  if (change.kind === 'reaction') return reactionOf(content, change, isSame)
  const before = { at: content.editedAt, text: row.body ?? '' }
  if (!isLater({ at: change.at, text: change.text ?? '' }, before)) return null
  return { body: change.text, content: { ...content, editedAt: change.at } }
}

/** Sorts after every emoji, so that at equal times a removed reaction wins. */
const lastCharacter = '\u{10FFFF}'

/**
 * Returns the message with a person's new reaction in place of their last one, or null if it isn't later than that one. A removed
 * reaction is stored with an empty emoji, so that an earlier one that arrives late doesn't come back.
 */
function reactionOf(content: StoredContent, { by, emoji, at }: AmendmentChange, isSame: SamePerson): Amendment | null {
  const all = content.reactions ?? []
  const isOwn = ({ from, via }: Reaction) => (by === 'business' ? via === 'app' : via === undefined && isSame(from, by))
  const before = all.find(isOwn)
  const stamp = (one: { at: string; emoji: string }) => ({ at: one.at, text: one.emoji || lastCharacter })
  if (before && !isLater(stamp({ at, emoji }), stamp(before))) return null
  const reaction: Reaction = { emoji, ...reactedBy(by), at }
  const reactions = [...all.filter((each) => !isOwn(each)), reaction]
  return { content: { ...content, reactions: reactions.toSorted(compareReactions) } }
}

/** Returns who reacted as it is stored: a person, or the business in the provider's own app. */
export function reactedBy(by: AmendmentChange['by']): Pick<Reaction, 'from' | 'via'> {
  if (by === 'business') return { from: {}, via: 'app' }
  const { phone, userId, name } = by
  return { from: { ...(phone && { phone }), ...(userId && { userId }), ...(name && { name }) } }
}

const addressOf = (person: Person) => identifiersOf(person)[0]?.value ?? ''

/** Orders a message's reactions by time, so that the result doesn't depend on the order in which they arrive. */
const compareReactions = (one: Reaction, other: Reaction): number =>
  compareStamps({ at: one.at, text: addressOf(one.from) }, { at: other.at, text: addressOf(other.from) })

/** Content fields that are kept after a deletion, because they record actions on the message rather than its text. */
const lasting = ['via', 'blocked', 'rating', 'optedOut', 'actions', 'post'] as const

/** Returns the amendment for a deletion, or null if it or an earlier one has been applied. */
function deletionOf(content: StoredContent, at: string): Amendment | null {
  if (content.deletedAt && Date.parse(content.deletedAt) <= Date.parse(at)) return null
  const kept = Object.fromEntries(lasting.flatMap((name) => (name in content ? [[name, content[name]]] : [])))
  return { body: null, content: { ...kept, deletedAt: at } }
}

/** Adds an answer to buttons or a list, ordered by the provider's time. Only the newest `answersMax` are kept. */
export function addAnswer(row: MessageRow, answer: NonNullable<StoredContent['answers']>[number]): Amendment {
  const stamp = ({ at, id, text }: typeof answer) => ({ at, text: `${id ?? ''} ${text ?? ''}` })
  const answers = [...(row.content?.answers ?? []), answer].toSorted((a, b) => compareStamps(stamp(a), stamp(b)))
  return { content: { ...row.content, answers: answers.slice(-answersMax) } }
}
