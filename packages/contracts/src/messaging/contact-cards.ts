import { z } from 'zod'
import { Fault, type FieldError, unknownIn } from '../fault.ts'
import { named } from '../schemas.ts'
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
    name: z.string().describe("Person's display name"),
    phones: z.array(z.string()).nullable().describe("Person's phone numbers"),
    phone: z.string().nullable().describe("Person's phone number"),
    email: z.string().nullable().describe("Person's email address"),
    organization: z.string().nullable().describe("Person's company"),
    url: z.string().nullable().describe("Person's web page"),
    names: z
      .object({
        first: z.string().nullable().describe('First name'),
        middle: z.string().nullable().describe('Middle name'),
        last: z.string().nullable().describe('Last name'),
        prefix: z.string().nullable().describe('Name prefix, such as Dr'),
        suffix: z.string().nullable().describe('Name suffix, such as Jr'),
      })
      .nullable()
      .describe('Parts of the name, as given by the sender of the card'),
    phoneDetails: z
      .array(
        z.object({
          phone: z.string().describe('Phone number, as written on the card'),
          whatsapp: z.boolean().describe('True if the phone number is on WhatsApp'),
          type: z.string().nullable().describe('Kind of phone number, such as CELL or WORK'),
        }),
      )
      .nullable()
      .describe('All phone numbers on a received card'),
    emails: z
      .array(
        z.object({
          email: z.string().describe('Email address'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All email addresses on a received card'),
    urls: z
      .array(
        z.object({
          url: z.string().describe('Address of the page'),
          type: z.string().nullable().describe('Kind of page, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All web pages on a received card'),
    addresses: z
      .array(
        z.object({
          street: z.string().nullable().describe('Street and building number'),
          city: z.string().nullable().describe('City'),
          state: z.string().nullable().describe('State or region'),
          zip: z.string().nullable().describe('Postal code'),
          country: z.string().nullable().describe('Country name'),
          countryCode: z.string().nullable().describe('Country, ISO 3166-1 alpha-2'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('Postal addresses on a received card'),
    department: z.string().nullable().describe('Department in the company'),
    jobTitle: z.string().nullable().describe('Job title'),
    birthday: z.string().nullable().describe('Date of birth, as written on the card'),
    vcard: z.string().nullable().describe('The card as vCard text, if the provider has it'),
  }),
)
