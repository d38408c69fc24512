import { z } from 'zod'
import { text } from '../primitives.ts'

/** A text attribute of a contact. */
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
    schema: text(1, 200),
    meaning: 'Full name of the contact',
    columns: ['fullname', 'displayname'],
    example: 'Ada Lovelace',
  },
  firstName: { schema: text(1, 100), meaning: 'First name', columns: ['givenname', 'vorname'], example: 'Ada' },
  lastName: {
    schema: text(1, 100),
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
    schema: text(1, 200),
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

/** Attributes in a caller's input. */
export const attributeInputs = fromAttributes(({ schema, meaning }) => schema.optional().describe(meaning)) as {
  [K in AttributeName]: z.ZodOptional<SchemaOf<K>>
}

/** Attributes in a caller's change. Null clears an attribute. */
export const attributeChanges = fromAttributes(({ meaning }, name) =>
  attributeInputs[name].nullable().describe(`${meaning}; null clears it`),
) as {
  [K in AttributeName]: z.ZodNullable<z.ZodOptional<SchemaOf<K>>>
}

/** Attributes in responses. */
export const attributeOutputs = fromAttributes(({ meaning }) => z.string().nullable().describe(meaning))
