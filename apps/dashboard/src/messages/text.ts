import { ownValue } from '../words/words.ts'

/** Fills in a template's body. A variable without a value stays as written, such as `{{name}}`. */
export const filledText = (body: string, values: Readonly<Record<string, string>>): string =>
  body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => ownValue(values, name)?.trim() || whole)

/** Whether a template's variables are numbered. The API takes the values of these as a list, and the others by name. */
export const isPositional = (names: readonly string[]): boolean => names.every((name) => /^\d+$/.test(name))

/** Returns the variables in the API's format: a list if they are positional, otherwise an object. */
export function variablesOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] | Record<string, string> {
  const texts = names.map((name) => ownValue(values, name)?.trim() ?? '')
  if (isPositional(names)) return texts
  return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']))
}

/** Returns a sent template's values by variable name. Positional variables start at 1. */
export function valuesByName(variables: readonly string[] | Readonly<Record<string, string>> = {}) {
  const entries = Array.isArray(variables) ? variables.map((value, i) => [String(i + 1), value]) : null
  return Object.fromEntries(entries ?? Object.entries(variables)) as Record<string, string>
}

/** A piece of a text: plain characters, a link, or marked characters that may contain other pieces. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; pieces: Piece[] }

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const

/** What WhatsApp shows as more than plain characters. The names of the groups say what matched. */
const marks = new RegExp(
  [
    String.raw`(?<link>https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])`,
    '```(?<block>[^]+?)```',
    '`(?<code>[^`\\n]+)`',
    String.raw`(?<![\p{L}\p{N}])(?<mark>[*_~])(?<inner>\S(?:[^\n]*?\S)?)\k<mark>(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
)

/**
 * Splits a text into pieces the way WhatsApp formats it: `*bold*`, `_italic_`, `~struck~`, code between one or three backquotes, and links. A
 * mark inside a word or next to a space is an ordinary character.
 */
export function formattedPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(marks)) {
    if (index > at) pieces.push({ kind: 'text', text: text.slice(at, index) })
    at = index + whole.length
    const { link, block, code = block, mark, inner = '' } = groups
    if (link !== undefined) pieces.push({ kind: 'link', text: link })
    else if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else pieces.push({ kind: kinds[mark as keyof typeof kinds], pieces: formattedPieces(inner) })
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}
