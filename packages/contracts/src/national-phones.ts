import type { z } from 'zod'
import { readPhone } from './phones.ts'
import { phone } from './schemas.ts'

/** Where an input contains phone numbers: in the value itself, in each entry of a list, or in these fields. */
export type PhonePlaces = 'here' | { each: PhonePlaces } | { fields: ReadonlyMap<string, PhonePlaces> }

type Def = {
  type: string
  checks?: unknown[]
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

/** Returns a schema's definition, whose parts zod's types don't show. */
const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def
/** The check that every copy of `phone` has, such as one with another description. */
const phoneCheck = defOf(phone).checks?.at(-1)

/** Returns where a schema's values contain phone numbers; null if they contain none. Called once for each route, not for each request. */
export function phonePlacesIn(schema: z.ZodType): PhonePlaces | null {
  const { type, checks, shape, element, innerType, options } = defOf(schema)
  if (type === 'string') return checks?.at(-1) === phoneCheck ? 'here' : null
  if (innerType) return phonePlacesIn(innerType)
  if (element) {
    const each = phonePlacesIn(element)
    return each && { each }
  }
  if (options) return options.map(phonePlacesIn).find((places) => places !== null) ?? null
  if (!shape) return null
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const places = phonePlacesIn(field)
    return places ? [[name, places] as const] : []
  })
  return fields.length > 0 ? { fields: new Map(fields) } : null
}

/** Default country for phone numbers, and the countries of our numbers by id. */
export type PhoneCountries = { within: string | null; numbers?: Readonly<Record<string, string>> }

/**
 * Converts phone numbers from national to international format, before they are validated: the schema `phone` doesn't know the country. The
 * country comes from the nearest enclosing object that has a `country` field, or a `number` field for a number with a known country;
 * otherwise from `countries.within`. Leaves everything else unchanged.
 */
export function withInternationalPhones(value: unknown, places: PhonePlaces, countries: PhoneCountries): unknown {
  if (places === 'here') return typeof value === 'string' ? (readPhone(value, countries.within) ?? value) : value
  if ('each' in places) {
    if (!Array.isArray(value)) return value
    return changedOrSame(value, (entry) => withInternationalPhones(entry, places.each, countries))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = value as Record<string, unknown>
  const own = { ...countries, within: countryBeside(given, countries) }
  let changed: Record<string, unknown> | undefined
  for (const [name, field] of places.fields) {
    if (!Object.hasOwn(given, name)) continue
    const after = withInternationalPhones(given[name], field, own)
    if (after !== given[name]) changed = { ...(changed ?? given), [name]: after }
  }
  return changed ?? value
}

/** Returns the country for an object's phone numbers: the one that it states, its number's, or the one that applies around it. */
function countryBeside(
  { country: stated, number }: Record<string, unknown>,
  { within, numbers }: PhoneCountries,
): string | null {
  if (typeof stated === 'string') return stated
  const ofNumber = typeof number === 'string' && numbers && Object.hasOwn(numbers, number) ? numbers[number] : undefined
  return ofNumber ?? within
}

/** Returns the changed list, or the same list if nothing changed, so that callers can compare by identity. */
function changedOrSame(values: unknown[], change: (value: unknown) => unknown): unknown[] {
  const after = values.map(change)
  return after.every((value, i) => value === values[i]) ? values : after
}
