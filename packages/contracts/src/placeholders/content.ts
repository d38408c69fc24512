import { fillText, type PersonalValues, parsePlaceholders } from './text.ts'

type Fields = Readonly<Record<string, unknown>>
type Path = (string | number)[]

/** A text of a message's content, and whether the provider appends it to a URL. */
type Place = { text: string; path: Path; isInUrl: boolean }

/** Returns the new text for a place. */
type Change = (place: Place) => string

/** Fields with text that everyone in a post reads. */
const textFields: readonly string[] = ['message', 'header', 'footer']

/** Returns the content with each text that may have placeholders changed. Other fields stay. */
function withTexts(content: Fields, change: Change): Record<string, unknown> {
  return mapped(content, (value, name) => {
    if (textFields.includes(name)) return withText(value, { path: [name], isInUrl: false }, change)
    if (name === 'template') return withTemplate(value, [name], change)
    if (name === 'onWindowClosed')
      return mapped(value, (inner, key) => (key === 'template' ? withTemplate(inner, [name, key], change) : inner))
    return value
  })
}

function withTemplate(template: unknown, path: Path, change: Change): unknown {
  return mapped(template, (value, name) => {
    if (name === 'variables')
      return mapped(value, (text, key) => withText(text, { path: [...path, name, key], isInUrl: false }, change))
    if (name !== 'components') return value
    return mapped(value, (component, i) => withComponent(component, [...path, name, i], change))
  })
}

function withComponent(component: unknown, path: Path, change: Change): unknown {
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

const withText = (text: unknown, place: Omit<Place, 'text'>, change: Change) =>
  typeof text === 'string' ? change({ text, ...place }) : text

/** Returns a copy of an object or list with each value changed. Other values have no parts and are returned unchanged. */
function mapped<T>(value: T, change: (value: unknown, name: never) => unknown): T {
  if (Array.isArray(value)) return value.map((each, i) => change(each, i as never)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name as never)])) as T
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Returns the names of the placeholders in a post's content, each once. */
export function placeholderNames(content: Fields): string[] {
  const names = new Set<string>()
  withTexts(content, ({ text }) => {
    for (const piece of parsePlaceholders(text).pieces ?? []) if (typeof piece !== 'string') names.add(piece.name)
    return text
  })
  return [...names]
}

/** Replaces the placeholders in a post's content with one person's values. In a button's URL, they are percent-encoded. */
export function fillContent(content: Fields, values: PersonalValues): Record<string, unknown> {
  return withTexts(content, ({ text, isInUrl }) =>
    fillText(text, values, isInUrl ? (value) => encodeURIComponent(value.toWellFormed()) : undefined),
  )
}

export type PlaceholderFault = { path: Path; message: string }

/** Returns what is wrong with the placeholders in a post's content, field by field. The reference is never sent. */
export function placeholderFaults({ reference: _reference, ...content }: Fields): PlaceholderFault[] {
  const faults: PlaceholderFault[] = []
  const others = withTexts(content, ({ text, path }) => {
    const { fault } = parsePlaceholders(text)
    if (fault !== undefined) faults.push({ path, message: fault })
    return ''
  })
  return [...faults, ...misplaced(others, [])]
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
function misplaced(value: unknown, path: Path): PlaceholderFault[] {
  if (typeof value === 'string')
    return (shownFields.includes(path[0]) ? /\{\{/ : /\{\{\s*contact\./).test(value)
      ? [{ path, message: 'must not have placeholders; use them in message, header, footer or a template' }]
      : []
  if (Array.isArray(value)) return value.flatMap((each, i) => misplaced(each, [...path, i]))
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => misplaced(each, [...path, name])) : []
}
