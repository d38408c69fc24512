import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isPossiblePhone, normalisePhone } from './primitives.ts'

/** Describes a phone number in any common form; `country` is null for numbers of no country. Returns null when it cannot exist. */
export function describePhone(input: string): { phone: string; country: string | null; formatted: string } | null {
  const phone = normalisePhone(input)
  const parsed = isPossiblePhone(phone) ? parsePhoneNumberFromString(phone) : undefined
  return parsed ? { phone, country: parsed.country ?? null, formatted: parsed.formatInternational() } : null
}
