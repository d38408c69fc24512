import type { z } from 'zod'
import { Fault, type FieldError, unknownIn } from '../fault.ts'
import type { contactCard } from './content.ts'

type Card = z.output<typeof contactCard>

/** Maximum number of contacts that a request can name: each message of a batch with all of its cards. */
export const contactReferencesMax = 10_000

/** A card with its own fields. */
export type ResolvedCard = Card & { name: string }

/**
 * Returns a message's cards, all with their own fields. Refuses cards that still only name a contact with `contact:not_found` and their paths.
 */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact ? [unknownIn('contact:not_found', `contacts.${i}.contact`)] : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}
