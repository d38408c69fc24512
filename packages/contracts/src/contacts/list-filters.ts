import { z } from 'zod'
import { optionalIdOf } from '../ids.ts'
import { oneOrMany, phone, text, timeFilters } from '../primitives.ts'
import { fieldKey, fieldValue, tag } from './contact.ts'

/** Filters of a list or export of contacts. */
export const contactFilters = {
  search: text(1, 200)
    .optional()
    .describe(
      'Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address',
    ),
  phone: phone.optional().describe('Only the contact with this phone'),
  tag: oneOrMany(tag).describe('Contacts with all of these tags'),
  tagExclude: oneOrMany(tag).describe('Contacts with none of these tags'),
  field: z.record(fieldKey, fieldValue).optional().describe('Value of a custom field: `field[plan]=gold`'),
  country: oneOrMany(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as DE')).describe(
    'Only contacts of these countries, ISO 3166-1 alpha-2',
  ),
  blocked: z.boolean().optional().describe('Only blocked contacts, or with false only others'),
  optedOut: z.boolean().optional().describe('Only contacts who have opted out, or with false only others'),
  hasReplied: z
    .boolean()
    .optional()
    .describe('True: contacts who have written; false: contacts who have never written'),
  hasChat: z
    .boolean()
    .optional()
    .describe('True: contacts with a chat, started by either side; false: contacts without one'),
  segment: optionalIdOf('seg').describe('Contacts that match this segment now'),
  ...timeFilters,
}

const columns = ['createdAt', 'updatedAt', 'lastMessageAt', 'name'] as const

export const contactSort = z
  .enum(columns.flatMap((column) => [`${column}:asc` as const, `${column}:desc` as const]))
  .default('createdAt:desc')
  .describe('Order of the list')
