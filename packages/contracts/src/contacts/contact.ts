import { z } from 'zod'
import { identifierTypes } from '../identifiers.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'
import { attributeInputs, attributeOutputs } from './attributes.ts'

/** Maximum number of tags, and of custom fields, per contact. */
export const tagsMax = 100
export const fieldsMax = 50

/** A tag is short and has no commas, so that lists of tags can be comma-separated. */
export const tag = named(
  'Tag',
  text(1, 50)
    .refine((value) => !value.includes(',') && value.trim() === value, {
      message: 'must not contain a comma, or begin or end with a space',
    })
    .meta({ description: 'A tag, without commas', example: 'vip' }),
)

const wordCharacter = 'A-Za-z0-9\\u00C0-\\u024F'

/** Pattern of custom field names: starts with a letter or digit and doesn't end with a space. */
export const fieldKeyPattern = `[${wordCharacter}](?:[${wordCharacter}_.:@/ -]{0,28}[${wordCharacter}_.:@/-])?`

/** Name of a custom field. */
export const fieldKey = named(
  'FieldKey',
  z
    .string()
    .regex(
      new RegExp(`^${fieldKeyPattern}$`),
      'must begin with a letter or digit and have at most 30 letters, digits, spaces or _ - . : @ /',
    ),
)

/** Value of a custom field. */
export const fieldValue = text(0, 1000)

const fewFields = { message: `must have at most ${fieldsMax} fields` }

/** Changes to custom fields. Null removes a field. */
export const fieldChanges = z
  .record(fieldKey, fieldValue.nullable())
  .refine((fields) => Object.keys(fields).length <= fieldsMax, fewFields)

/** Fields of a contact that a caller may set, in addition to its phone number. */
export const contactFields = {
  ...attributeInputs,
  tags: z.array(tag).max(tagsMax).optional().describe('Tags of the contact'),
  fields: z
    .record(fieldKey, fieldValue)
    .refine((fields) => Object.keys(fields).length <= fieldsMax, fewFields)
    .optional()
    .describe('Custom fields by name'),
}

/** A person with whom the workspace exchanges messages. The phone number is one of several identities, not the key. */
export const contact = named(
  'Contact',
  z.object({
    id: idOf('con'),
    ...attributeOutputs,
    phone: z.string().nullable().describe('Phone number of the contact, E.164; null when hidden'),
    identities: z
      .array(
        z.object({
          type: z
            .enum(identifierTypes)
            .describe(
              'Kind of identity: a phone number, a provider user id, or the user id that linked business accounts share',
            ),
          value: z.string().describe("The phone number, or the provider's user id"),
        }),
      )
      .describe('Known identities of the person'),
    tags: z.array(z.string()).describe('Tags of the contact'),
    fields: z.record(z.string(), z.string()).describe('Custom fields'),
    blocked: z.boolean().describe('True when nothing is sent to the contact'),
    optedOutAt: time.nullable().describe('Time of the opt-out: by a word such as STOP, in WhatsApp, or recorded here'),
    source: z.enum(['api', 'message', 'import']).describe('Origin of the contact'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    updatedAt: time,
    lastMessageAt: time.nullable().describe("Time of the contact's last message"),
    unlistedAt: time.nullable().describe('Time when the contact was deleted; null: not deleted'),
  }),
)

const at = '2026-11-20T08:30:00.000Z'

export const exampleContact = {
  id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+4915112345678',
  identities: [{ type: 'phone' as const, value: '+4915112345678' }],
  email: 'ada@example.com',
  company: null,
  username: null,
  country: 'DE',
  language: null,
  tags: ['vip'],
  fields: { plan: 'gold' },
  blocked: false,
  optedOutAt: null,
  source: 'api' as const,
  version: 1,
  createdAt: at,
  updatedAt: at,
  lastMessageAt: null,
  unlistedAt: null,
}
