import { z } from 'zod'
import { optionalIdOf } from '../ids.ts'
import { oneOrMany, phone, text, time } from '../primitives.ts'
import { fieldKey, fieldValue, tag } from './contact.ts'

/** Filters of a list or an export of contacts. */
export const contactFilters = {
  search: text(1, 200)
    .optional()
    .describe('Words in names, slips forgiven; the beginning of a phone or e-mail address'),
  phone: phone.optional(),
  tag: oneOrMany(tag).describe('Has all of these tags'),
  tagExclude: oneOrMany(tag).describe('Has none of these tags'),
  field: z.record(fieldKey, fieldValue).optional().describe('Value of a field of your own: `field[plan]=gold`'),
  country: oneOrMany(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as DE')),
  blocked: z.boolean().optional(),
  optedOut: z.boolean().optional(),
  hasReplied: z.boolean().optional().describe('Has ever written to us'),
  hasChat: z.boolean().optional().describe('Has a chat with one of our numbers, whoever began it'),
  segment: optionalIdOf('seg').describe('Who fits this segment now'),
  updatedAfter: time.optional(),
}

const columns = ['createdAt', 'updatedAt', 'lastMessageAt', 'name'] as const

/** Sort orders of a list of contacts. */
export const contactSort = z
  .enum(columns.flatMap((column) => [`${column}:asc` as const, `${column}:desc` as const]))
  .default('createdAt:desc')
