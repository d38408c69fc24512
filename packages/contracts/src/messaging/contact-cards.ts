import { z } from 'zod'
import { Fault, type FieldError, unknownIn } from '../fault.ts'
import { named } from '../names.ts'
import type { contactCard } from './content.ts'

type Card = z.output<typeof contactCard>

/** Maximum number of contacts that a request can name, across all cards of all messages in a batch. */
export const contactReferencesMax = 10_000

/** A card that has its own fields, not only a reference to a contact. */
type ResolvedCard = Card & { name: string }

/**
 * Returns a message's cards with their own fields. Throws `contact:not_found`, with the paths of the cards, if any card still only names a
 * contact.
 */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact ? [unknownIn('contact:not_found', `contacts.${i}.contact`)] : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}

export const shownContact = named(
  'ContactCardView',
  z.object({
    name: z.string().describe('Displayed name of the person'),
    phones: z.array(z.string()).nullable().describe('Phones of the person'),
    phone: z.string().nullable().describe('Phone of the person'),
    email: z.string().nullable().describe('Email address of the person'),
    organization: z.string().nullable().describe('Company of the person'),
    url: z.string().nullable().describe('Web page of the person'),
    names: z
      .object({
        first: z.string().nullable().describe('First name'),
        middle: z.string().nullable().describe('Middle name'),
        last: z.string().nullable().describe('Last name'),
        prefix: z.string().nullable().describe('Prefix of the name, such as Dr'),
        suffix: z.string().nullable().describe('Suffix of the name, such as Jr'),
      })
      .nullable()
      .describe('Parts of the name, as the sender of the card gave them'),
    phoneDetails: z
      .array(
        z.object({
          phone: z.string().describe('The phone as the card has it'),
          whatsapp: z.boolean().describe('True when the phone is on WhatsApp'),
          type: z.string().nullable().describe('Kind of phone, such as CELL or WORK'),
        }),
      )
      .nullable()
      .describe('All phones of a received card; `whatsapp`: the phone is on WhatsApp'),
    emails: z
      .array(
        z.object({
          email: z.string().describe('Email address'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All email addresses of a received card'),
    urls: z
      .array(
        z.object({
          url: z.string().describe('Address of the page'),
          type: z.string().nullable().describe('Kind of page, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All web pages of a received card'),
    addresses: z
      .array(
        z.object({
          street: z.string().nullable().describe('Street and number of the building'),
          city: z.string().nullable().describe('City'),
          state: z.string().nullable().describe('State or region'),
          zip: z.string().nullable().describe('Postal code'),
          country: z.string().nullable().describe('Name of the country'),
          countryCode: z.string().nullable().describe('Country, ISO 3166-1 alpha-2'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('Postal addresses of a received card'),
    department: z.string().nullable().describe('Department in the company'),
    jobTitle: z.string().nullable().describe('Job title'),
    birthday: z.string().nullable().describe('Date of birth, as the card has it'),
    vcard: z.string().nullable().describe('The card as vCard text, where the provider has it'),
  }),
)
