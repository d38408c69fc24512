import { contactReferencesMax, type contacts, type OutputOf } from '@posthorn/contracts'

type ResolvedCards = OutputOf<typeof contacts.contacts.cards>
type Card = { contact?: string | undefined }
type WithContacts = { contacts?: Card[] | undefined }

/** Returns the ids of the contacts that messages name instead of spelling out a card; undefined when they name none. */
export function contactsNamedIn(messages: readonly WithContacts[]): { ids: string[] } | undefined {
  const named = messages.flatMap(({ contacts = [] }) => contacts.flatMap(({ contact }) => contact || []))
  const ids = [...new Set(named)].slice(0, contactReferencesMax)
  return ids.length > 0 ? { ids } : undefined
}

/** Returns the message with the cards of the contacts that it names. A contact that is not found stays named, and the service refuses it. */
export function withCards<M extends WithContacts>(message: M, found: ResolvedCards): M {
  if (!message.contacts) return message
  const cards = new Map(found.map(({ id, card }) => [id as string, card]))
  return { ...message, contacts: message.contacts.map((card) => cards.get(card.contact ?? '') ?? card) }
}
