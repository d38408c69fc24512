import type { z } from 'zod'
import { Fault, type FieldError } from '../errors.ts'
import type { contactCard } from './content.ts'

type Card = z.output<typeof contactCard>

/** Most contacts that one request can name: each message of a batch with as many cards as it may have. */
export const contactReferencesMax = 10_000

/** A card that is spelled out. */
export type ResolvedCard = Card & { name: string }

/** The cards of a message, all of them spelled out; refuses with `contact:not_found` and the place of each that still only names a contact. */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact
      ? [
          {
            path: `contacts.${i}.contact`,
            code: 'contact:not_found',
            message: 'must be the id of a contact of this workspace',
          },
        ]
      : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}
