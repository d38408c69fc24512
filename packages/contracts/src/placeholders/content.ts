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

/** Returns the names of the placeholders in a post's content, each once. A content that is sent as written has none. */
export function placeholderNames(content: Fields): string[] {
  const { names, faults } = readTexts(content)
  return faults.length > 0 ? [] : [...names]
}

/**
 * Replaces the placeholders in a post's content with one person's values. In a button's URL, they are percent-encoded. A content with a
 * faulty text, from before placeholders existed, is sent as written.
 */
export function fillContent(content: Fields, values: PersonalValues): Record<string, unknown> {
  if (readTexts(content).faults.length > 0) return { ...content }
  return withTexts(content, ({ text, isInUrl }) =>
    fillText(text, values, isInUrl ? (value) => encodeURIComponent(value.toWellFormed()) : undefined),
  )
}

export type PlaceholderFault = { path: Path; message: string }

/** Limits on a post with placeholders, because one event carries its content, the names, and the values of at least one person. */
const namesMax = 20
const kibibytesMax = 512

/** Returns what is wrong with the placeholders in a post's content, field by field. The reference is never sent. */
export function placeholderFaults({ reference: _reference, ...content }: Fields): PlaceholderFault[] {
  const { names, faults, last, others } = readTexts(content)
  const size = last && sizeFault(content, names.size)
  return [...faults, ...(size === undefined ? [] : [{ path: last ?? [], message: size }]), ...misplaced(others, [])]
}

function sizeFault(content: Fields, names: number): string | undefined {
  if (names > namesMax)
    return `must have placeholders for at most ${namesMax} different values, with the post's other texts`
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length
  return bytes > kibibytesMax * 1024 ? `must not have placeholders in a post of over ${kibibytesMax} KiB` : undefined
}

/** Reads a content's placeholders. `last`: path of the last text that has any; `others`: the content without these texts. */
function readTexts(content: Fields) {
  const names = new Set<string>()
  const faults: PlaceholderFault[] = []
  let last: Path | undefined
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
  return { names, faults, last: last as Path | undefined, others }
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
