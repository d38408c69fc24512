import { type Candidate, foldedText } from '@posthorn/contracts'

type Field = Candidate['fields'][number]
type Mark = { from: number; to: number }
/** The field that matches a search: its text (or an excerpt if it is long) and the positions of the matches. */
type FittingPart = { field: Field['field']; text: string; marks: Mark[] }

const textMax = 140
/** Maximum number of characters in an excerpt before its first match. */
const before = 40

/** Returns the first field that contains the entire search or all of its words. Otherwise returns the first field, without matches. */
export function partThatFits(fields: Field[], q: string): FittingPart {
  for (const { field, value } of fields) {
    const marks = marksIn(field, value, q)
    if (marks.length > 0) return { field, ...excerptAround(value, marks) }
  }
  const { field, value } = fields[0] ?? { field: 'name', value: '' }
  return { field, ...excerptAround(value, []) }
}

const wordBegins = '(?<![\\p{L}\\p{M}\\p{N}_])'

/**
 * Returns the position of the entire search, preferably at the start of a word. Otherwise returns the position of each word, if all are
 * found.
 */
function marksIn(field: Field['field'], value: string, search: string): Mark[] {
  const q = foldedText(search)
  if (field === 'phone') return firstMatch(value, escaped(q.replace(/[\s().+-]/g, '') || q))
  const whole = q.split(/\s+/).map(escaped).join('[\\s_]+')
  for (const pattern of [wordBegins + whole, whole]) {
    const together = firstMatch(value, pattern)
    if (together.length > 0) return together
  }
  const words = q.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const each = words.map((word) => firstMatch(value, wordBegins + escaped(word)))
  return each.every((found) => found.length > 0) ? mergedMarks(each.flat()) : []
}

/** Returns the position of the first match of a pattern in the folded text, as a position in the original. */
function firstMatch(value: string, pattern: string): Mark[] {
  const { text, places } = foldedWithPlaces(value)
  const found = new RegExp(pattern, 'u').exec(text)
  if (found === null || found[0] === '') return []
  const [begin, end] = [places[found.index], places[found.index + found[0].length - 1]]
  return begin && end ? [{ from: begin.from, to: end.to }] : []
}

/** Normalizes a text for searching and returns the original position of each character. */
function foldedWithPlaces(value: string): { text: string; places: Mark[] } {
  const places: Mark[] = []
  let text = ''
  let from = 0
  for (const character of value) {
    const folded = foldedText(character)
    const place = { from, to: from + character.length }
    const last = places.at(-1)
    if (folded === '' && last) last.to = place.to
    for (let unit = 0; unit < folded.length; unit++) places.push(place)
    text += folded
    from = place.to
  }
  return { text, places }
}

/** Merges overlapping matches, in text order. */
function mergedMarks(marks: Mark[]): Mark[] {
  const result: Mark[] = []
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Returns the text, or an excerpt around the first match if it is long. Never splits a surrogate pair. */
function excerptAround(value: string, marks: Mark[]): { text: string; marks: Mark[] } {
  if (value.length <= textMax) return { text: value, marks }
  const idealFrom = Math.max(0, Math.min((marks[0]?.from ?? 0) - before, value.length - textMax))
  const from = idealFrom + (isSecondUnit(value, idealFrom) ? 1 : 0)
  const to = Math.min(value.length, from + textMax)
  const end = to - (isSecondUnit(value, to) ? 1 : 0)
  const lead = from === 0 ? '' : '…'
  const shift = from - lead.length
  return {
    text: lead + value.slice(from, end) + (end === value.length ? '' : '…'),
    marks: marks.filter((mark) => mark.to <= end).map((mark) => ({ from: mark.from - shift, to: mark.to - shift })),
  }
}

/** Whether the text would be split within a surrogate pair here. */
const isSecondUnit = (value: string, at: number) => /[\uDC00-\uDFFF]/.test(value.charAt(at))

/** Escapes a text for use in a pattern. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
