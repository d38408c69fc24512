import { isBlank } from '../provider-rules/index.ts'
import { shortened } from '../shortened.ts'

const wordCharacter = 'A-Za-z0-9\\u00C0-\\u024F'

/** Pattern of custom field names: starts with a letter or digit and doesn't end with a space. */
export const fieldKeyPattern = `[${wordCharacter}](?:[${wordCharacter}_.:@/ -]{0,28}[${wordCharacter}_.:@/-])?`

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

export type TextPiece = string | Placeholder

type ParsedText = { pieces: TextPiece[]; fault?: undefined } | { pieces?: undefined; fault: string }

const fieldPrefix = 'contact.fields.'
const fieldName = new RegExp(`^contact\\.fields\\.${fieldKeyPattern}$`)
const expectedForm = 'write {{contact.name|there}}: a name, a vertical line, and the text for people without this value'

/** Splits a text at its placeholders, or returns the first fault as a phrase to follow a field's name. */
export function parsePlaceholders(text: string): ParsedText {
  const pieces: TextPiece[] = []
  let end = 0
  for (let begin = text.indexOf('{{'); begin !== -1; begin = text.indexOf('{{', end)) {
    const close = text.indexOf('}}', begin)
    if (close === -1) return { fault: `has {{ without }}; ${expectedForm}` }
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
  if (/[{}]/.test(inner)) return `has braces inside {{ }}; ${expectedForm}`
  const line = inner.indexOf('|')
  const name = (line === -1 ? inner : inner.slice(0, line)).trim()
  if (!isPersonalName(name))
    return `has the unknown name "${shortened(name, shownCharactersMax)}"; use ${personalNames.join(', ')} or ${fieldPrefix}…`
  const fallback = line === -1 ? '' : oneLine(inner.slice(line + 1))
  return fallback === '' ? `needs a fallback for ${name}; ${expectedForm}` : { name, fallback }
}

const shownCharactersMax = 40

const isPersonalName = (name: string): boolean =>
  (personalNames as readonly string[]).includes(name) || fieldName.test(name)

/** Writes a placeholder in the form that `parsePlaceholders` reads. */
export const placeholderText = ({ name, fallback }: Placeholder): string => `{{${name}|${fallback}}}`

/** Matches control characters other than spaces, and marks that change the direction of the text after them. */
const disturbing = /[^\P{Cc}\s\u0085]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Turns line breaks, tabs and runs of spaces into single spaces, because the provider refuses them in template variables. Removes characters
 * that would disturb the text around the value. A blank value becomes empty, so that its fallback is used.
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
 * Replaces each placeholder once, so that a value with braces stays a value. A text with a faulty placeholder, as a saved reply may have, is
 * returned as written.
 */
export function fillText(text: string, values: PersonalValues, encode = (value: string) => value): string {
  const { pieces = [text] } = parsePlaceholders(text)
  return pieces.map((piece) => (typeof piece === 'string' ? piece : encode(valueFor(piece, values)))).join('')
}

/** Returns the contact's value for a placeholder, or its fallback. */
export const valueFor = ({ name, fallback }: Placeholder, values: PersonalValues): string =>
  (Object.hasOwn(values, name) && oneLine(values[name] ?? '')) || fallback

/** The parts of a contact that placeholders can name, as the API shows them. */
export type PersonalContact = {
  name?: string | null
  firstName?: string | null
  fields: Readonly<Record<string, string>>
}

/** Returns a contact's values for these placeholder names, without those that are missing or blank. */
export const personalValues = (contact: PersonalContact, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = oneLine(rawValue(contact, name) ?? '')
      return value === '' ? [] : [[name, value]]
    }),
  )

/** Returns a contact's value as it is stored. A contact without a first name has the first word of its name. */
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

type ContentFields = Readonly<Record<string, unknown>>
type TextPath = (string | number)[]

/** A text of a message's content, and whether the provider appends it to a URL. */
type TextPlace = { text: string; path: TextPath; isInUrl: boolean }

type TextChange = (place: TextPlace) => string

/** Fields with text that everyone in a post reads. */
const textFields: readonly string[] = ['message', 'header', 'footer']

/** Returns the content with each text that may have placeholders changed. Checking and filling use it, so that they agree on the texts. */
const withTexts = (content: ContentFields, change: TextChange): Record<string, unknown> =>
  mapped(content, (value, name) => {
    if (textFields.includes(name)) return withText(value, { path: [name], isInUrl: false }, change)
    if (name === 'template') return withTemplate(value, [name], change)
    if (name === 'onWindowClosed')
      return mapped(value, (inner, key) => (key === 'template' ? withTemplate(inner, [name, key], change) : inner))
    return value
  })

/** Changes the texts of a template: its variables, or the values of its components. */
const withTemplate = (template: unknown, path: TextPath, change: TextChange): unknown =>
  mapped(template, (value, name) => {
    if (name === 'variables')
      return mapped(value, (text, key) => withText(text, { path: [...path, name, key], isInUrl: false }, change))
    if (name !== 'components') return value
    return mapped(value, (component, i) => withComponent(component, [...path, name, i], change))
  })

/** Changes the values of a template's component. The provider appends that of a URL button to the URL. */
function withComponent(component: unknown, path: TextPath, change: TextChange): unknown {
  const isInUrl = isObject(component) && component['type'] === 'button' && component['subType'] === 'url'
  return mapped(component, (value, name) => {
    if (name !== 'parameters') return value
    return mapped(value, (parameter, i) =>
      mapped(parameter, (text, key) =>
        key === 'text' ? withText(text, { path: [...path, name, i, key], isInUrl }, change) : text,
      ),
    )
  })
}

const withText = (text: unknown, place: Omit<TextPlace, 'text'>, change: TextChange) =>
  typeof text === 'string' ? change({ text, ...place }) : text

/** Returns a copy of an object or list with each value changed. Other values have no parts and are returned unchanged. */
function mapped<T>(value: T, change: (value: unknown, name: never) => unknown): T {
  if (Array.isArray(value)) return value.map((each, i) => change(each, i as never)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name as never)])) as T
}

const isObject = (value: unknown): value is ContentFields => typeof value === 'object' && value !== null

/** Returns the names of the placeholders in a post's content, each once. */
export const placeholderNames = (content: ContentFields): string[] => [...readTexts(content).names]

/** Replaces the placeholders in a post's content with one person's values. In a button's URL, they are percent-encoded. */
export const fillContent = (content: ContentFields, values: PersonalValues): Record<string, unknown> =>
  withTexts(content, ({ text, isInUrl }) =>
    fillText(text, values, isInUrl ? (value) => encodeURIComponent(value.toWellFormed()) : undefined),
  )

export type PlaceholderFault = { path: TextPath; message: string }

/** Limits on a post with placeholders, because one event carries its content, the names, and the values of at least one person. */
const namesMax = 20
const kibibytesMax = 512

/** Returns what is wrong with the placeholders in a post's content, field by field. The reference is never sent. */
export function placeholderFaults({ reference: _reference, ...content }: ContentFields): PlaceholderFault[] {
  const { names, faults, last, others } = readTexts(content)
  const size = last && sizeFault(content, names.size)
  return [...faults, ...(size === undefined ? [] : [{ path: last ?? [], message: size }]), ...misplaced(others, [])]
}

/** Returns why a content with placeholders would not fit in an event, as a phrase to follow a field's name. */
function sizeFault(content: ContentFields, names: number): string | undefined {
  if (names > namesMax)
    return `must have placeholders for at most ${namesMax} different values, with the post's other texts`
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length
  return bytes > kibibytesMax * 1024 ? `must not have placeholders in a post of over ${kibibytesMax} KiB` : undefined
}

/**
 * Reads the placeholders in the texts in which they are replaced. `last`: path of the last text that has any; `others`: the content with all
 * of these texts emptied.
 */
function readTexts(content: ContentFields) {
  const names = new Set<string>()
  const faults: PlaceholderFault[] = []
  let last: TextPath | undefined
  const others = withTexts(content, ({ text, path }) => {
    const { fault, pieces = [] } = parsePlaceholders(text)
    if (fault !== undefined) faults.push({ path, message: fault })
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      names.add(piece.name)
      last = path
    }
    return ''
  })
  return { names, faults, last: last as TextPath | undefined, others }
}

/** Fields whose texts people read. In others, such as native content, braces may mean something else. */
const shownFields: readonly unknown[] = [
  'media',
  'location',
  'contacts',
  'poll',
  'buttons',
  'list',
  'product',
  'products',
  'catalog',
]

/** Finds placeholders in fields where they are not replaced, so that they are never sent as written. */
function misplaced(value: unknown, path: TextPath): PlaceholderFault[] {
  if (typeof value === 'string')
    return (shownFields.includes(path[0]) ? /\{\{/ : /\{\{\s*contact\./).test(value)
      ? [{ path, message: 'must not have placeholders; use them in message, header, footer or a template' }]
      : []
  if (Array.isArray(value)) return value.flatMap((each, i) => misplaced(each, [...path, i]))
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => misplaced(each, [...path, name])) : []
}
