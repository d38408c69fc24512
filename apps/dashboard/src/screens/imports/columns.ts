import { ownValue } from '../../words/words.ts'

/** Targets of a file's columns, by column name. If a target is empty, the server detects it. */
export type Mapping = Readonly<Record<string, string>>

/** Possible targets of a column, in addition to custom fields. */
export const targets = [
  'phone',
  'name',
  'firstName',
  'lastName',
  'email',
  'company',
  'country',
  'language',
  'tags',
  'optedOutAt',
  'blocked',
] as const

/** Converts a column name to a custom field name: a letter, then at most 29 letters, digits and underscores; `field` without a Latin letter. */
function fieldNameOf(column: string): string {
  const unmarked = column.normalize('NFKD').replaceAll(/\p{M}+/gu, '')
  const plain = unmarked.replaceAll(/[^A-Za-z0-9]+/g, '_')
  const name = plain.replaceAll(/^[_\d]+|_+$/g, '').toLowerCase()
  return name === '' ? 'field' : name.slice(0, 30)
}

/**
 * Returns the columns that the server ignores although the person didn't choose that. `used` is the server's mapping, `chosen` the
 * person's.
 */
export const ignoredColumns = (used: Mapping | null, chosen: Mapping = {}): string[] =>
  Object.entries(used ?? {}).flatMap(([column, target]) =>
    target === 'ignore' && ownValue(chosen, column) !== 'ignore' ? column : [],
  )

/** Maps each column to its own custom field, named like the column, and numbered if the name is taken. `used`: targets of other columns. */
export function asFields(columns: readonly string[], used: Mapping = {}): Mapping {
  const taken = new Set(Object.values(used))
  const fieldOf = (column: string) => {
    const name = fieldNameOf(column)
    let target = `fields.${name}`
    for (let count = 2; taken.has(target); count++) target = `fields.${name.slice(0, 29 - `${count}`.length)}_${count}`
    taken.add(target)
    return target
  }
  return Object.fromEntries(columns.map((column) => [column, fieldOf(column)]))
}

/** Decodes the beginning of a file like the import: as UTF-16, UTF-8, or else Windows-1252. The last character may be cut off. */
export function headText(bytes: Uint8Array): string {
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Detects UTF-16 by its mark or its zero bytes: delimiters, digits and line breaks have one, always in the same position. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = (place: number) => bytes.filter((byte, at) => byte === 0 && at % 2 === place).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (Math.max(even, odd) < bytes.length / 16 || Math.min(even, odd) > Math.max(even, odd) / 16) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** A column of a file: its name, and some of its values. */
export type Column = { name: string; values: readonly string[] }

const shownValuesMax = 3
/** Maximum number of rows to read: the names, and others to find values in. */
const rowsMax = 20

/**
 * Returns the columns of a CSV file from its beginning, except repeated and unnamed ones, so that people can choose their targets before the
 * upload. Like the import, takes the delimiter that Excel declares, or else the one that makes most columns.
 */
export function columnsOf(text: string): Column[] {
  const whole = text.replace(/^\uFEFF/, '')
  const [line = '', declared] = /^"?sep=([^\w"\r\n])"?(?:\r\n|\r|\n)/i.exec(whole) ?? []
  const head = whole.slice(line.length)
  const [likeliest = ','] = [',', ';', '\t', '|'].toSorted((a, b) => cellsIn(head, b) - cellsIn(head, a))
  const [names = [], ...rows] = rowsOf(head, declared ?? likeliest)
  const columns = new Map<string, string[]>()
  for (const [at, cell] of names.entries()) {
    const name = cell.trim()
    if (name === '' || columns.has(name)) continue
    const values = new Set(rows.map((row) => row[at]?.trim() ?? '').filter(Boolean))
    columns.set(name, [...values].slice(0, shownValuesMax))
  }
  return [...columns].map(([name, values]) => ({ name, values }))
}

/** Returns how many columns the first line has with this delimiter. In quotes, it delimits nothing. */
const cellsIn = (text: string, delimiter: string) =>
  text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)[0]
    ?.split(delimiter).length ?? 0

/** Returns the first `rowsMax` rows. Accepts a text that ends anywhere, also within quotes: it may be only the beginning of a file. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows = [['']]
  let quotes: 'none' | 'open' | 'closed' = 'none'
  for (const sign of text.replaceAll('\r\n', '\n')) {
    const cells = rows.at(-1) as string[]
    const isBreak = sign === '\n' || sign === '\r'
    if (quotes !== 'open' && (isBreak || sign === delimiter)) {
      if (isBreak && rows.length === rowsMax) break
      if (isBreak) rows.push([''])
      else cells.push('')
      quotes = 'none'
    } else if (sign === '"' && quotes === 'none' && cells.at(-1) === '') quotes = 'open'
    else if (sign === '"' && quotes === 'open') quotes = 'closed'
    else {
      // Two quotes within quotes stand for one.
      if (quotes === 'closed') quotes = sign === '"' ? 'open' : 'none'
      cells[cells.length - 1] += sign
    }
  }
  return rows
}
