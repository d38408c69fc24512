import { z } from 'zod'
import { mutation } from '../contract.ts'
import { identifierTypes } from '../identifiers.ts'
import { fieldKeyPattern } from '../placeholders/index.ts'
import { idOf, named, nameText, text, time } from '../schemas.ts'

type Attribute = {
  schema: z.ZodType<string, string>
  /** Description for callers. */
  meaning: string
  /** Column names mapped to this attribute in imports, in addition to its own name. Lowercase letters and digits only. */
  columns: readonly string[]
  example: string
}

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a country code such as DE')
  .meta({ description: 'Country, ISO 3166-1 alpha-2', example: 'DE' })
const language = z
  .string()
  .regex(/^[a-z]{2,3}([_-][A-Za-z0-9]{2,8})?$/, 'must be a language code such as de or pt_BR')
  .meta({ description: 'Language code', example: 'de' })

/**
 * Attributes of a contact, other than phone number, tags, fields and marks. Each entry adds an attribute to the API, table, imports,
 * exports, segments and merges. A migration must also add its column, named in snake case.
 */
export const contactAttributes = {
  name: {
    schema: nameText(200),
    meaning: 'Full name of the contact',
    columns: ['fullname', 'displayname'],
    example: 'Ada Lovelace',
  },
  firstName: { schema: nameText(100), meaning: 'First name', columns: ['givenname', 'vorname'], example: 'Ada' },
  lastName: {
    schema: nameText(100),
    meaning: 'Last name',
    columns: ['surname', 'familyname', 'nachname'],
    example: 'Lovelace',
  },
  email: {
    schema: z.email().max(254),
    meaning: 'Email address',
    columns: ['emailaddress', 'mail'],
    example: 'ada@example.com',
  },
  company: {
    schema: nameText(200),
    meaning: 'Company of the contact',
    columns: ['organization', 'organisation', 'firma'],
    example: 'Engines',
  },
  username: {
    schema: text(1, 100),
    meaning: 'WhatsApp username as of the last message',
    columns: ['whatsappusername', 'benutzername'],
    example: 'ada.lovelace',
  },
  country: {
    schema: country,
    meaning: "Country, ISO 3166-1 alpha-2; default: the phone number's country",
    columns: ['countrycode', 'land'],
    example: 'AT',
  },
  language: {
    schema: language,
    meaning: 'Language, such as de or pt_BR',
    columns: ['locale', 'sprache'],
    example: 'pt_BR',
  },
} as const satisfies Record<string, Attribute>

export type AttributeName = keyof typeof contactAttributes

export const attributeNames = Object.keys(contactAttributes) as AttributeName[]

type SchemaOf<K extends AttributeName> = (typeof contactAttributes)[K]['schema']

/** Builds an object with a value for each attribute, by name. */
export function fromAttributes<T>(make: (attribute: Attribute, name: AttributeName) => T): Record<AttributeName, T> {
  const entries = attributeNames.map((name) => [name, make(contactAttributes[name], name)] as const)
  return Object.fromEntries(entries) as Record<AttributeName, T>
}

const attributeInputs = fromAttributes(({ schema, meaning }) => schema.optional().describe(meaning)) as {
  [K in AttributeName]: z.ZodOptional<SchemaOf<K>>
}

/** Attributes in a caller's change. Null clears an attribute. */
export const attributeChanges = fromAttributes(({ meaning }, name) =>
  attributeInputs[name].nullable().describe(`${meaning}; null clears it`),
) as {
  [K in AttributeName]: z.ZodNullable<z.ZodOptional<SchemaOf<K>>>
}

const attributeOutputs = fromAttributes(({ meaning }) => z.string().nullable().describe(meaning))

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

const { id } = exampleContact
const ofContact = {
  scope: 'manage' as const,
  limitedBy: 'number' as const,
  least: 'agent' as const,
  input: z.object({ id: idOf('con') }),
  output: contact,
  errors: ['contact:not_found' as const],
}

/** Operations on blocks and opt-outs. */
export const consentOperations = {
  block: mutation({
    summary: 'Block a contact',
    description:
      'Messages to the contact fail with `contact:blocked` when they are due, even if they were accepted earlier. Incoming messages are stored and announced, marked `blocked`; they count as read and do not reopen a chat or move it up. Groups are not affected.',
    rest: 'POST /v1/contacts/{id}/block',
    ...ofContact,
    example: { input: { id }, output: { ...exampleContact, blocked: true } },
  }),
  unblock: mutation({
    summary: 'Unblock a contact',
    description:
      'Messages are sent and received as before; send a failed message again with POST /v1/messages/{id}/retry.',
    rest: 'POST /v1/contacts/{id}/unblock',
    ...ofContact,
    example: { input: { id }, output: exampleContact },
  }),
  optOut: mutation({
    summary: 'Record that a contact opted out',
    description:
      'Sets `optedOutAt`, which filters, segments and audiences use. Contacts also opt out by sending a configured word, such as STOP, or by refusing marketing messages in WhatsApp. Allowing them there again does not end an opt-out recorded here.',
    rest: 'POST /v1/contacts/{id}/opt-out',
    ...ofContact,
    example: { input: { id }, output: { ...exampleContact, optedOutAt: exampleContact.createdAt } },
  }),
  optIn: mutation({
    summary: 'Record that a contact opted in again',
    description: 'Clears `optedOutAt`, as when the contact sends START.',
    rest: 'POST /v1/contacts/{id}/opt-in',
    ...ofContact,
    example: { input: { id }, output: exampleContact },
  }),
}
