import type { z } from 'zod'
import { Fault, type FieldError } from '../errors.ts'
import type { contactCard } from './content.ts'

type Card = z.output<typeof contactCard>
type WithCards = { contacts?: Card[] | undefined }
/** Cards of the contacts that were asked for and are there, by their ids. */
type Found = { id: string; card: Card }[]

/** Most contacts that one request can name: each message of a batch with as many cards as it may have. */
export const contactReferencesMax = 10_000

/** A card that is spelled out. */
export type ResolvedCard = Card & { name: string }

function namedIn(messages: WithCards[]): string[] {
  const named = messages.flatMap(({ contacts = [] }) => contacts.flatMap(({ contact }) => contact || []))
  return [...new Set(named)].slice(0, contactReferencesMax)
}

function spell<M extends WithCards>(message: M, cards: Map<string, Card>): M {
  if (!message.contacts) return message
  return { ...message, contacts: message.contacts.map((card) => cards.get(card.contact ?? '') ?? card) }
}

/** What the contacts service is asked for a message that names contacts; nothing when it names none. */
export function contactIdsOf(...messages: WithCards[]): { ids: string[] } | undefined {
  const ids = namedIn(messages)
  return ids.length > 0 ? { ids } : undefined
}

/** The message with the cards of the contacts it names. One that is not there stays named: whoever takes the message refuses it. */
export function insertCards<M extends WithCards>(message: M, found: Found): M {
  return spell(message, new Map(found.map(({ id, card }) => [id, card])))
}

/** The cards of a message, all of them spelled out; refuses with `contact:not_found` and the place of each that still only names a contact. */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact ? [{ path: `contacts.${i}.contact`, code: 'contact:not_found', message: 'There is no such contact.' }] : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}
