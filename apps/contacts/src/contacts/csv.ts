import { stringify } from 'csv-stringify/sync'

/** The beginning of a formula to a spreadsheet, also after blanks, in full width, and after apostrophes that were added here. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
/** A phone begins with a plus and can do no harm. */
const phone = /^\+\d+$/

/** Returns a cell that no spreadsheet takes for a formula. */
export function safeCell(value: string): string {
  return formula.test(value) && !phone.test(value) ? `'${value}` : value
}

/** Returns the value of a cell that `safeCell` made safe. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Returns a field of a contact, undefined where it has none: people name fields, and objects inherit some names. */
export function fieldOf<V>(fields: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** Writes one line of a CSV file (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells.map(safeCell)], { quoted_match: /[\r\n]/ })
}

/** Writes tags into one cell: comma separated, or as a JSON array where another separator is part of one. */
export function tagsCell(tags: readonly string[]): string {
  const isPlain = tags.every((tag) => !/[;|]/.test(tag)) && !tags[0]?.startsWith('[')
  return isPlain ? tags.join(',') : JSON.stringify(tags)
}

/** Reads the tags of a cell: a JSON array, or separated by comma, semicolon or bar. */
export function tagsOf(cell: string): string[] {
  const listed = cell.startsWith('[') ? jsonTags(cell) : null
  return listed ?? cell.split(/[,;|]/).flatMap((tag) => tag.trim() || [])
}

function jsonTags(cell: string): string[] | null {
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) && value.every((tag) => typeof tag === 'string') ? value : null
  } catch {
    return null
  }
}
