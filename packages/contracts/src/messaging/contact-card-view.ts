import { z } from 'zod'
import { named } from '../names.ts'

/** A contact card as answers and events show it. */
export const shownContact = named(
  'ContactCardView',
  z.object({
    name: z.string().describe('Displayed name of the person'),
    phones: z.array(z.string()).optional().describe('Phones of the person'),
    phone: z.string().optional().describe('Phone of the person'),
    email: z.string().optional().describe('E-mail address of the person'),
    organization: z.string().optional().describe('Company of the person'),
    url: z.string().optional().describe('Web page of the person'),
    names: z
      .object({
        first: z.string().optional().describe('First name'),
        middle: z.string().optional().describe('Middle name'),
        last: z.string().optional().describe('Last name'),
        prefix: z.string().optional().describe('Title before the name, such as Dr'),
        suffix: z.string().optional().describe('Addition after the name, such as Jr'),
      })
      .optional()
      .describe('Parts of the name, as the sender of the card gave them'),
    phoneDetails: z
      .array(
        z.object({
          phone: z.string().describe('The phone as the card has it'),
          whatsapp: z.boolean().describe('True when the phone is on WhatsApp'),
          type: z.string().optional().describe('Kind of phone, such as CELL or WORK'),
        }),
      )
      .optional()
      .describe('All phones of a received card; `whatsapp`: the phone is on WhatsApp'),
    emails: z
      .array(
        z.object({
          email: z.string().describe('E-mail address'),
          type: z.string().optional().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .optional()
      .describe('All e-mail addresses of a received card'),
    urls: z
      .array(
        z.object({
          url: z.string().describe('Address of the page'),
          type: z.string().optional().describe('Kind of page, such as HOME or WORK'),
        }),
      )
      .optional()
      .describe('All web pages of a received card'),
    addresses: z
      .array(
        z.object({
          street: z.string().optional().describe('Street and number of the building'),
          city: z.string().optional().describe('City'),
          state: z.string().optional().describe('State or region'),
          zip: z.string().optional().describe('Postal code'),
          country: z.string().optional().describe('Name of the country'),
          countryCode: z.string().optional().describe('Country, ISO 3166-1 alpha-2'),
          type: z.string().optional().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .optional()
      .describe('Postal addresses of a received card'),
    department: z.string().optional().describe('Department in the company'),
    jobTitle: z.string().optional().describe('Position in the company'),
    birthday: z.string().optional().describe('Date of birth, as the card has it'),
    vcard: z.string().optional().describe('The card as vCard text, where the provider has it'),
  }),
)
