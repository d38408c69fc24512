import type { z } from 'zod'
import { Fault, type FieldError, unknownIn } from '../fault.ts'
import type { contactCard } from './content.ts'

type Card = z.output<typeof contactCard>

/** Most contacts that one request can name: each message of a batch with as many cards as it may have. */
export const contactReferencesMax = 10_000

/** A card with its own fields. */
export type ResolvedCard = Card & { name: string }

/** Returns the cards of a message, all with their own fields; refuses with `contact:not_found` and the path of each that still only names a contact. */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact ? [unknownIn('contact:not_found', `contacts.${i}.contact`)] : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}
