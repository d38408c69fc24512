import { type AttributeName, attributeNames } from '@posthorn/contracts'
import { stringify } from 'csv-stringify/sync'

/** Matches the start of a spreadsheet formula, even after spaces or the apostrophes added here, and even in full-width characters. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
/** Phone numbers start with a plus but are harmless. */
const phone = /^\+\d+$/

/** Returns a cell that no spreadsheet evaluates as a formula. A stranger's name could be one that sends data elsewhere. */
export const safeCell = (value: string): string => (formula.test(value) && !phone.test(value) ? `'${value}` : value)

/** Returns the original value of a cell from `safeCell`. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell

/** Returns a contact's field, or undefined. Users choose the names, so a field may have the same name as an inherited property. */
export const fieldOf = <V>(fields: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Returns cells, made safe, as a line of a CSV file with its line break. By itself, the library quotes no cell with a lone carriage return. */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map(safeCell)], { quoted_match: /[\r\n]/ })

/** Joins tags, which have no commas, into one cell: comma-separated, or as a JSON array if `tagsOf` would read that as other tags. */
export function tagsCell(tags: readonly string[]): string {
  const isPlain = tags.every((tag) => !/[;|]/.test(tag)) && !tags[0]?.startsWith('[')
  return isPlain ? tags.join(',') : JSON.stringify(tags)
}

/** Parses a cell of tags: a JSON array, or a list separated by commas, semicolons or vertical bars. */
export function tagsOf(cell: string): string[] {
  const listed = cell.startsWith('[') ? jsonTags(cell) : null
  return listed ?? cell.split(/[,;|]/).flatMap((tag) => tag.trim() || [])
}

/** Returns the tags if the cell is a JSON array of strings, otherwise null. */
function jsonTags(cell: string): string[] | null {
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) && value.every((tag) => typeof tag === 'string') ? value : null
  } catch {
    return null
  }
}

/** Returns the column of an attribute, in the database and in files: `firstName` is `first_name`. */
export const columnOf = (name: AttributeName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const attributeColumns: readonly string[] = attributeNames.map(columnOf)
