import { type CountryCode, isSupportedCountry, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { shortened } from './shortened.ts'
import { cached } from './text-cache.ts'

export const phoneCharactersMax = 64

/** Phone numbers of 5 to 15 digits: anything the provider uses, even outside numbering plans. */
const e164 = /^\+[1-9]\d{4,14}$/

/**
 * The provider writes Mexican phone numbers with a 1 after the country code. People also write them without it, or with an old prefix. All
 * of these are the same phone number, so they are stored in one form.
 */
const mexican = /^\+52(?:1|01|04[45])?([2-9]\d{9})$/

/** Returns the form in which a phone number is stored, compared and shown. */
const storedForm = (phone: string): string => phone.replace(mexican, '+521$1')

/** Returns a phone number from the provider's digits, with or without a plus; undefined for any other text. Ignores numbering plans. */
export const providerPhone = (text: string): string | undefined =>
  /^\+?\d{5,15}$/.test(text) ? storedForm(`+${text.replace(/^\+/, '')}`) : undefined

// The same recipients come up often. Without a cache, parsing took 4% of the gateway's and service's time.
const readInternational = cached((text) => read(text, null))
const readers = new Map<string, (text: string) => string | null>()

/**
 * Parses a phone number the way people, spreadsheets, and other programs write it. Returns E.164, or null if it isn't a phone number.
 *
 * With `within` (ISO 3166-1 alpha-2), the number may be in national format. Otherwise, it needs its country code, preceded by a plus, 00,
 * or nothing. A national trunk prefix, as in `+49 (0)151`, is removed, except in Italy, which has none. A number with a plus is accepted
 * even if it isn't in the numbering plan, because the provider knows more numbers.
 */
export function readPhone(text: string, within: string | null = null): string | null {
  if (text.length > phoneCharactersMax) return null
  if (within === null || !isSupportedCountry(within)) return readInternational(text)
  const known = readers.get(within)
  const reader = known ?? cached((each) => read(each, within))
  if (!known) readers.set(within, reader)
  return reader(text)
}

/**
 * Parses a phone number from a person's address book, where the format is unknown: with a plus or 00, or in their country's national
 * format. Returns null if it may be something else: in a country where national numbers begin with 0, digits without it may be a local number
 * or one of another country.
 */
export function readListedPhone(text: string, country: string | null): string | null {
  const plain = plainForm(text.slice(0, phoneCharactersMax))
  if (/^[ (]*(?:\+|00)/.test(plain)) return readPhone(text)
  if (country === null || !isSupportedCountry(country)) return null
  const isNational = prefixOf(country) !== '0' || /^\D*0/.test(plain)
  return isNational ? readPhone(text, country) : null
}

/** Parses a phone number, and returns it only if it has 5 to 15 digits. `within`: country of numbers in national format. */
function read(text: string, within: CountryCode | null): string | null {
  const phone = readTyped(text, within)
  return phone !== null && e164.test(phone) ? phone : null
}

/** Parses a phone number as typed: with a plus, with 00, in national format, or as bare international digits. */
function readTyped(text: string, within: CountryCode | null): string | null {
  const typed = withoutDecimals(plainForm(text))
  const digits = typed?.replace(/\D/g, '') ?? ''
  if (typed === null || digits === '') return null
  if (/^[ (]*\+/.test(typed)) return readWithCode(typed, digits)
  if (digits.startsWith('00') && isValid(digits.slice(2))) return readWithCode(typed, digits.slice(2))
  if (within !== null) return readWithin(typed, digits, within)
  return !digits.startsWith('0') && isPossible(digits) ? readWithCode(typed, digits) : null
}

/**
 * Normalizes a string to ASCII digits, spaces, and dashes, and removes invisible characters. Extracts the phone number from a WhatsApp id
 * or phone URI.
 */
function plainForm(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Z}\s]/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
    .trim()
  const wid = /^\+?(\d+)@(?:c\.us|s\.whatsapp\.net)$/.exec(plain)
  if (wid) return `+${wid[1]}`
  return plain.replace(/^(?:tel|whatsapp):\s*/i, '').replace(/^'/, '')
}

/** Returns a digit of any script as an ASCII digit. A script's ten digits follow each other in Unicode, from zero. */
function asciiDigit(char: string): string {
  const code = char.codePointAt(0) as number
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}

/**
 * Removes the decimals that spreadsheets append to numbers. Returns null if the text has characters that don't occur in phone numbers, or a
 * dot that may begin other decimals, whose digits would make it another phone number. Any other dots only group digits.
 */
function withoutDecimals(plain: string): string | null {
  if (!/^[ (]*\+?[\d ()./-]+$/.test(plain)) return null
  if (plain.split('.').length !== 2) return plain
  if (/\.0{3,}$/.test(plain)) return null
  const [, whole, decimals] = /^(.*)\.(\d{1,2})$/.exec(plain) ?? []
  if (whole === undefined) return plain
  const [isNumber, areZero] = [/^\+?\d+$/.test(whole), Number(decimals) === 0]
  if (isNumber) return areZero ? whole : null
  return areZero ? null : plain
}

/** Parses digits that begin with the country code. `typed`: the same number as it was written. */
function readWithCode(typed: string, digits: string): string | null {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (parsed?.isValid()) return storedForm(parsed.number)
  // A zero in parentheses isn't part of the phone number in any country with such a prefix.
  if (/\(0\d*\)/.test(typed)) return parsed?.isPossible() ? storedForm(parsed.number) : null
  return storedForm(`+${digits}`)
}

/**
 * Parses digits without a country code. In countries whose national prefix is 0, digits without the 0 are read as an international phone
 * number without a plus, if such a number can exist.
 */
function readWithin(typed: string, digits: string, within: CountryCode): string | null {
  // People still write the old prefixes, as in `mexican`.
  const dialed = within === 'MX' ? digits.replace(/^(?:1|01|04[45])(?=\d{10}$)/, '') : typed
  const parsed = parsePhoneNumberFromString(dialed, { defaultCountry: within, extract: false })
  const mustBeNational = digits.startsWith('0') || prefixOf(within) !== '0' || !isPossible(digits)
  // Chinese mobile numbers, for example, have no leading 0, unlike other Chinese phone numbers.
  if (parsed?.isValid() && (mustBeNational || !/^\D*0/.test(parsed.formatNational()))) return storedForm(parsed.number)
  return !digits.startsWith('0') && isPossible(digits) ? readWithCode(typed, digits) : null
}

/** Returns whether digits with a country code have a length that the numbering plan allows. */
function isPossible(digits: string): boolean {
  return findPlanned(`+${digits}`) !== undefined
}

/** Returns whether digits with a country code are valid in a numbering plan: digits after 00 may be a national number instead. */
function isValid(digits: string): boolean {
  return findPlanned(`+${digits}`)?.isValid() === true
}

/** Looks up the plan of a phone number; undefined if none allows its length. The plans list Mexican numbers without the provider's 1. */
function findPlanned(phone: string) {
  const parsed = parsePhoneNumberFromString(phone.replace(mexican, '+52$1'))
  return parsed?.isPossible() ? parsed : undefined
}

/** The national prefix, which the library's type declarations omit. */
type Prefixed = { nationalPrefix(): string | undefined }

const prefixes = new Map<string, string | undefined>()

/** Returns what people dial before a national number, such as 0; undefined if nothing. */
function prefixOf(within: CountryCode): string | undefined {
  if (prefixes.has(within)) return prefixes.get(within)
  const metadata = new Metadata()
  metadata.selectNumberingPlan(within)
  const prefix = (metadata.numberingPlan as unknown as Prefixed | undefined)?.nationalPrefix()
  prefixes.set(within, prefix)
  return prefix
}

/** Returns the country of an E.164 phone number (ISO 3166-1 alpha-2); null if unknown. */
export const countryOfPhone = (phone: string): string | null => parsePhoneNumberFromString(phone)?.country ?? null

/**
 * Describes a phone number in any common format. Returns null if no numbering plan allows its length. `country` is null for phone numbers
 * that belong to no country.
 */
export function describePhone(text: string): { phone: string; country: string | null; formatted: string } | null {
  const phone = readPhone(text)
  const planned = phone === null ? undefined : findPlanned(phone)
  if (phone === null || planned === undefined) return null
  return { phone, country: planned.country ?? null, formatted: planned.formatInternational() }
}

/** Returns the start of a phone number to search for, in stored form; null if the text isn't `+` and digits, perhaps in groups. */
export function phoneSearched(search: string): string | null {
  const plain = plainForm(search.slice(0, phoneCharactersMax))
  const typed = readPhone(plain) ?? plain.replace(/[ ().-]/g, '')
  // The start of a Mexican number also has the provider's 1.
  return plain.startsWith('+') && /^\+\d+$/.test(typed) ? typed.replace(/^\+52(?=[2-9])/, '+521') : null
}

const shownCharactersMax = 40

/** Returns the error message for a string that isn't a phone number. Quotes the string. */
export const phoneFault = (text: string): string =>
  `\`${shortened(text, shownCharactersMax)}\` ${storedPhoneFault(text)}`

/** Returns the error message to store for a string that isn't a phone number. Doesn't quote the string, which may name an erased person. */
export function storedPhoneFault(text: string): string {
  const isNational = !text.trim().startsWith('+') && /^[\d\s()./-]{4,}$/.test(text)
  if (isNational) return 'is not in international format. Use `+49…`, or add `country: "DE"`.'
  return 'is not a phone number. Use the international format, such as `+4915112345678`.'
}
