import { isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { type IdPrefix, idPrefixes, suffixPattern } from './ids.ts'
import { phoneCharactersMax, phoneFault, readPhone } from './phones.ts'
import { isBlank, providerBounds } from './provider-rules/index.ts'
import { cached } from './text-cache.ts'

/** Schemas that are components of the OpenAPI document. */
export const schemaNames = new Map<z.ZodType, { id: string; base?: z.ZodType }>()

/** Names a schema in the OpenAPI document. With `base`, the component refers to that schema and lists only the additional fields. */
export function named<S extends z.ZodType>(id: string, schema: S, base?: z.ZodType): S {
  schemaNames.set(schema, base ? { id, base } : { id })
  return schema
}

function withArticle(prefix: IdPrefix): string {
  const name = idPrefixes[prefix]
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

/** Names in the OpenAPI document for ids whose names aren't derived from their kind. */
const idNames: Partial<Record<IdPrefix, string>> = {
  inv: 'GroupInvitationId',
  chg: 'ChatChangeId',
  tin: 'TeamInvitationId',
  key: 'KeyId',
  upd: 'UpdateId',
  run: 'AutomationRunId',
  aud: 'AuditEntryId',
}

const makeId = <P extends IdPrefix>(prefix: P) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_${suffixPattern}$`), `must be the id of ${withArticle(prefix)} (${prefix}_…)`)
    .meta({ description: `Id of ${withArticle(prefix)}`, example: `${prefix}_01k5v2s8xgf9hb3m4q7r8t9w0y` })

const idSchemas = new Map<IdPrefix, ReturnType<typeof makeId>>()

/** Returns the schema for ids with this prefix, always the same instance, because the OpenAPI document names instances. */
export function idOf(prefix: IdPrefix): ReturnType<typeof makeId> {
  const made = idSchemas.get(prefix)
  if (made) return made
  const words = idPrefixes[prefix].split(' ').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const schema = named(idNames[prefix] ?? `${words.join('')}Id`, makeId(prefix))
  idSchemas.set(prefix, schema)
  return schema
}

/** Returns whether this is an id's schema, even one with its own description. */
export const isIdSchema = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString && schema.def.checks?.some(hasIdPattern) === true

/** Whether a check is the pattern of ids of any kind. */
function hasIdPattern(check: z.core.$ZodCheck<never>): boolean {
  const { pattern } = check._zod.def as { pattern?: RegExp }
  return pattern?.source.endsWith(`_${suffixPattern}$`) === true
}

/** Returns the schema of an optional id. An empty string counts as absent. */
export const optionalIdOf = (prefix: IdPrefix) => z.union([idOf(prefix), z.literal('')]).optional()

/** Maximum length of a message's text, in characters. */
export const textCharactersMax = providerBounds.textBody.max

/** A phone number as a caller writes it. The output is E.164 (`readPhone`). */
export const phone = named(
  'Phone',
  z
    .string()
    .max(phoneCharactersMax)
    .overwrite((value) => readPhone(value) ?? value)
    .superRefine((value, ctx) => {
      if (readPhone(value) === value) return
      ctx.addIssue({ code: 'custom', params: { code: 'phone:invalid' }, message: phoneFault(value) })
    })
    .meta({ description: 'Phone number, E.164', example: '+4915112345678' }),
)

/** ISO 3166-1 alpha-2 country code. */
export const country = z
  .string()
  .max(10)
  .refine((code): boolean => isSupportedCountry(code), 'must be an ISO 3166-1 alpha-2 country code, such as DE')
  .meta({ example: 'DE' })

/** Country to assume for the phone numbers in national format in a request body. */
export const countryOfPhones = country
  .optional()
  .describe("Country of phone numbers such as `0151 20007556`; default: the workspace's country")

/** Returns a schema for text without NUL or unpaired surrogates, which Postgres and other JSON parsers refuse. */
export const text = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      message: 'must not contain NUL or an unpaired surrogate',
    })

/** Returns a schema for text with visible characters, such as a button's title. */
export const visibleText = (max: number) =>
  text(1, max).refine((value) => !isBlank(value), { message: 'must not be blank' })

/** Returns a schema for a name that someone gives: it has a character that shows by itself, unlike a space or an accent. */
export const nameText = (max: number) =>
  text(1, max).refine((value) => !isBlank(value.replace(/\p{M}/gu, '')), { message: 'must have a visible character' })

// Postgres has no year 0.
const storedTime = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const inputTime = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i

// The same times come up often. Without a cache, this check took 3% of the time of a service that accepts batches.
const isInCalendar = cached((value) => {
  const parsed = new Date(value)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === value
})

export const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2048)

/** Whether the text is a time in stored form. The comparison catches dates such as February 30, which `Date` turns into a day in March. */
const isStoredTime = (value: string): boolean => storedTime.test(value) && isInCalendar(value)

/** Converts a time to the stored form. Other text is unchanged. */
function toStoredTime(value: string): string {
  if (storedTime.test(value)) return value
  const [whole, date] = inputTime.exec(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) ?? []
  const parsed = new Date(whole ?? Number.NaN)
  const isTime = isStoredTime(`${date}T00:00:00.000Z`) && !Number.isNaN(parsed.getTime())
  return isTime ? parsed.toISOString() : value
}

/** A time: any ISO 8601 offset on input, UTC with milliseconds and `Z` in responses. */
export const time = named(
  'Time',
  z
    .string()
    .max(40)
    .overwrite(toStoredTime)
    .refine(isStoredTime, { message: 'must be an ISO 8601 time with an offset, such as 2026-11-20T08:30:00Z' })
    .meta({ description: 'Time, ISO 8601 UTC', example: '2026-11-20T08:30:00.000Z' }),
)

/** Raw bytes, in internal operations. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes')

export const json = named('Json', z.json())

export const jsonObject = named('JsonObject', z.record(z.string(), json))

/** Paging fields for every list: `size` from 1 to 200, and an opaque signed `cursor`. */
export const paging = {
  size: z.int().min(1).max(200).default(50).describe('Items per page'),
  cursor: z.string().max(1024).optional().describe('End of the previous page, from its Link header'),
}

/** Time filters for a list: `…After` is inclusive, `…Before` is exclusive. */
export const timeFilters = {
  createdAfter: time.optional().describe('Only items created at this time or later'),
  createdBefore: time.optional().describe('Only items created before this time'),
  updatedAfter: time.optional().describe('Only items changed at this time or later'),
  updatedBefore: time.optional().describe('Only items changed before this time'),
}

const { updatedAfter: _updatedAfter, updatedBefore: _updatedBefore, ...createdFilters } = timeFilters

type ListFields<T extends z.ZodObject> = typeof paging &
  ('createdAt' extends keyof T['shape'] ? typeof createdFilters : unknown) &
  ('updatedAt' extends keyof T['shape'] ? Pick<typeof timeFilters, 'updatedAfter' | 'updatedBefore'> : unknown)

/** Returns the input fields common to all lists: paging, and filters by the items' times. */
export function listOf<T extends z.ZodObject>(item: T): ListFields<T> {
  const filters = Object.entries(timeFilters).filter(([name]) => name.replace(/(After|Before)$/, 'At') in item.shape)
  return { ...paging, ...Object.fromEntries(filters) } as ListFields<T>
}

/** Returns the output schema of a list operation. REST sends the array and puts `next` in the `Link` header. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })

/** Output of an operation with `stream`: a chunk, and the cursor of the next chunk, which is null at the end. */
export const streamed = z.object({ chunk: z.string(), next: z.string().nullable() })

/** Returns a schema for a list filter: one value, or several, comma-separated or repeated. */
export const oneOrMany = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(50).optional()

/** Option for rules that involve several fields. They run even if other fields are invalid, so that all errors are reported at once. */
export const besideOtherFaults = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/**
 * Refuses an input with none or more than one of these fields, and reports it as a single problem. An empty string counts as absent. `at`:
 * the path of the fields' object; `code`: that of the problem if there are several.
 */
export function requireOne(
  names: readonly string[],
  input: object,
  ctx: z.core.$RefinementCtx,
  { at = [], code }: { at?: readonly string[]; code?: string } = {},
): void {
  const fields = input as Record<string, unknown>
  const present = names.filter((name) => fields[name] !== undefined && fields[name] !== '')
  if (present.length === 1) return
  const [first = '', ...others] = names
  const [path = first, message] =
    present.length === 0
      ? [first, `is required, or ${others.join(' or ')}`]
      : [present[1], `send exactly one of ${names.join(', ')}, not ${present.join(' and ')}`]
  const params = code !== undefined && present.length > 0 ? { params: { code } } : {}
  ctx.addIssue({ code: 'custom', path: [...at, path], message, ...params })
}

/** A caller's free text, returned everywhere and never interpreted. */
export const reference = text(1, 512).describe('Your reference, returned everywhere')

export const email = text(3, 254)
  .overwrite((value) => value.trim().toLowerCase())
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an email address')

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')
  .meta({ example: '21:00' })

/** Whether a time zone with this name exists. Offsets such as `+05:30` count, too. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' })

export const removed = named(
  'Removed',
  z.object({ id: z.string().describe('Id of the deleted object'), deleted: z.literal(true).describe('Always true') }),
)

/** Roles of members, lowest first. Each role may do everything that the lower roles may do. */
export const roles = ['viewer', 'agent', 'admin', 'owner'] as const

export const role = named(
  'Role',
  z.enum(roles).describe('Role: a viewer reads, an agent answers, an admin manages, an owner changes admins'),
)

export type Role = z.output<typeof role>

/** Whether a role includes another role. */
export const includesRole = (own: Role, least: Role): boolean => roles.indexOf(own) >= roles.indexOf(least)

/** Actor of a call: an API key, a member in the dashboard, or an internal service or team. */
export const caller = z.object({
  type: z
    .enum(['key', 'member', 'service'])
    .describe('Kind of actor: an API key, a member in the dashboard, or a service or operator'),
  id: z.string().max(100).describe('Id of the key or member, or name of the service'),
  name: z.string().max(200).optional(),
})

/** The actor of a call, as responses and events show it. */
export const actor = named(
  'Actor',
  caller.extend({
    type: z
      .enum(['key', 'member', 'service', 'automation'])
      .describe('Kind of actor: an API key, a member in the dashboard, a service or operator, or an automation'),
    id: z.string().describe('Id of the key, member or automation, or name of the service'),
    name: z
      .string()
      .nullable()
      .describe('Name of the key, member or automation at that time; null for services, or if not recorded'),
  }),
)
