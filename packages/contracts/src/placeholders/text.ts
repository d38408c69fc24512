import { fieldKeyPattern } from '../contacts/field-key.ts'
import { isBlank } from '../provider-rules/index.ts'

/** Names of the values that every contact may have. A custom field is `contact.fields.<key>`. */
export const personalNames = [
  'contact.name',
  'contact.firstName',
  'contact.lastName',
  'contact.phone',
  'contact.email',
  'contact.company',
  'contact.username',
  'contact.country',
  'contact.language',
] as const

/** A place in a text for a value of the recipient's contact. The fallback replaces a missing or blank value. */
export type Placeholder = { name: string; fallback: string }

/** A text split at its placeholders. */
export type TextPiece = string | Placeholder

export type ParsedText = { pieces: TextPiece[]; fault?: undefined } | { pieces?: undefined; fault: string }

const fieldPrefix = 'contact.fields.'
const fieldName = new RegExp(`^contact\\.fields\\.${fieldKeyPattern}$`)
const form = 'write {{contact.name|there}}: a name, a vertical line, and the text for people without this value'

/** Splits a text at its placeholders, or returns the first fault as a phrase to follow a field's name. */
export function parsePlaceholders(text: string): ParsedText {
  const pieces: TextPiece[] = []
  let end = 0
  for (let begin = text.indexOf('{{'); begin !== -1; begin = text.indexOf('{{', end)) {
    const close = text.indexOf('}}', begin)
    if (close === -1) return { fault: `has {{ without }}; ${form}` }
    if (begin > end) pieces.push(text.slice(end, begin))
    const placeholder = readPlaceholder(text.slice(begin + 2, close))
    if (typeof placeholder === 'string') return { fault: placeholder }
    pieces.push(placeholder)
    end = close + 2
  }
  if (end < text.length) pieces.push(text.slice(end))
  return { pieces }
}

/** Reads what is between the braces. Returns a fault if it is not a placeholder. */
function readPlaceholder(inner: string): Placeholder | string {
  if (/[{}]/.test(inner)) return `has braces inside {{ }}; ${form}`
  const line = inner.indexOf('|')
  const name = (line === -1 ? inner : inner.slice(0, line)).trim()
  if (!isPersonalName(name))
    return `has the unknown name "${shortened(name)}"; use ${personalNames.join(', ')} or ${fieldPrefix}…`
  const fallback = line === -1 ? '' : oneLine(inner.slice(line + 1))
  return fallback === '' ? `needs a fallback for ${name}; ${form}` : { name, fallback }
}

const shownMax = 40
const shortened = (name: string) => (name.length > shownMax ? `${name.slice(0, shownMax).toWellFormed()}…` : name)

function isPersonalName(name: string): boolean {
  return (personalNames as readonly string[]).includes(name) || fieldName.test(name)
}

/** Writes a placeholder in the form that `parsePlaceholders` reads. */
export function placeholderText({ name, fallback }: Placeholder): string {
  return `{{${name}|${fallback}}}`
}

/** Matches control characters other than spaces, and marks that change the direction of the text after them. */
const disturbing = /[^\P{Cc}\s\u0085]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Turns line breaks, tabs and runs of spaces into single spaces, because the provider refuses them in template variables. Removes characters
 * that would disturb the text around the value.
 */
function oneLine(value: string): string {
  const line = value
    .replaceAll(disturbing, '')
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim()
  return isBlank(line) ? '' : line
}

/** Values of one contact, by placeholder name. */
export type PersonalValues = Readonly<Record<string, string>>

/**
 * Replaces each placeholder once, so that a value with braces stays a value. A text that isn't valid, from before placeholders existed, is
 * sent as written.
 */
export function fillText(text: string, values: PersonalValues, encode = (value: string) => value): string {
  const { pieces = [text] } = parsePlaceholders(text)
  return pieces.map((piece) => (typeof piece === 'string' ? piece : encode(valueFor(piece, values)))).join('')
}

/** Returns the contact's value for a placeholder, or its fallback. */
export function valueFor({ name, fallback }: Placeholder, values: PersonalValues): string {
  return (Object.hasOwn(values, name) && oneLine(values[name] ?? '')) || fallback
}

/** The parts of a contact that placeholders can name, as the API shows them. */
export type PersonalContact = {
  name?: string | null
  firstName?: string | null
  fields: Readonly<Record<string, string>>
}

/** Returns a contact's values for these placeholder names, without those that are missing or blank. */
export function personalValues(contact: PersonalContact, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = oneLine(rawValue(contact, name) ?? '')
      return value === '' ? [] : [[name, value]]
    }),
  )
}

/** A contact without a first name has the first word of its name. */
function rawValue(contact: PersonalContact, name: string): string | null | undefined {
  if (name.startsWith(fieldPrefix)) {
    const key = name.slice(fieldPrefix.length)
    return Object.hasOwn(contact.fields, key) ? contact.fields[key] : null
  }
  const shown = contact as unknown as Readonly<Record<string, string | null | undefined>>
  const value = shown[name.slice('contact.'.length)]
  if (name !== 'contact.firstName' || oneLine(value ?? '') !== '') return value
  return oneLine(contact.name ?? '').split(' ')[0]
}
