import { createReadStream } from 'node:fs'
import {
  fieldKeyPattern,
  fromAttributes,
  type InputOf,
  importTargets,
  type contacts as operations,
} from '@posthorn/contracts'
import { parse } from 'csv-parse'
import { fieldOf, safeCell, tagsCell } from '../contacts/csv.ts'

const headerBytesMax = 256 * 1024

/** A UTF-8 file in parts. */
export type Parts = Iterable<Buffer> | AsyncIterable<Buffer>

/** Header of a file. `mapping` has no phone number if no column contains one. */
export type Header = {
  format: 'csv' | 'json'
  delimiter: string | null
  columns: string[]
  mapping: Record<string, string>
  endBytes: number
  endLines: number
}

/** Reads a CSV file's header: delimiter, columns, and where the first row begins. `givenMapping`: the caller's targets for columns. */
export async function readHeader(parts: Parts, givenMapping: Readonly<Record<string, string>>): Promise<Header> {
  const beginning = await beginningOf(parts)
  const { line, delimiter: declared } = delimiterLineOf(beginning.toString('utf8', 0, 16))
  const lineBytes = Buffer.byteLength(line)
  const head = beginning.subarray(lineBytes, headerBytesMax)
  const delimiter = declared ?? delimiterOf(head.toString())
  // If the file contains only a header, no row follows, so the header ends at the end of the file.
  const { rows } = await readRows(head, delimiter, beginning.length <= headerBytesMax)
  const first = rows[0] ?? { content: [], endBytes: 0, endLines: 0 }
  // Postgres stores no zero bytes, and spaces around a name are not meant.
  const columns = (first.content as string[]).map((cell) => cell.replaceAll('\u0000', '').trim())
  const end = { endBytes: lineBytes + first.endBytes, endLines: (line ? 1 : 0) + first.endLines }
  return { format: 'csv', delimiter, columns, mapping: mappingOf(columns, givenMapping), ...end }
}

/** Reads parts until they exceed the longest header, so that a large file is not read whole. */
async function beginningOf(parts: Parts): Promise<Buffer> {
  const read: Buffer[] = []
  let size = 0
  for await (const part of parts) {
    read.push(part)
    size += part.length
    if (size > headerBytesMax) break
  }
  return Buffer.concat(read)
}

/** Returns the columns that a mapping names and that the file lacks. */
export const missingColumns = (columns: readonly string[], mapping: Readonly<Record<string, string>>): string[] =>
  Object.keys(mapping).filter((column) => !columns.includes(column))

/** Whether a column contains phone numbers, or the user ids of people who hide their phone numbers. */
export const hasIdentifier = (mapping: Readonly<Record<string, string>>): boolean =>
  Object.values(mapping).some((target) => target === 'phone' || target === 'userId')

/** Returns the header fields that an import stores, with the position of the first row. */
export function headerColumns({ format, mapping, delimiter, columns, endBytes, endLines }: Header) {
  return { format, mapping, delimiter, columns, doneBytes: endBytes, doneLines: endLines }
}

/** Known column names by target, reduced to lowercase letters and digits. */
const names: Record<string, readonly string[]> = {
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'tel',
    'telephone',
    'whatsapp',
    'telefon',
    'telefonnummer',
    'handy',
    'mobil',
  ],
  userId: ['userid', 'whatsappuserid', 'bsuid'],
  ...fromAttributes(({ columns }, name) => [name.toLowerCase(), ...columns]),
  tags: ['tags', 'tag', 'labels'],
  optedOutAt: ['optedoutat', 'optedout', 'optout', 'unsubscribed', 'unsubscribedat', 'abgemeldet'],
  blocked: ['blocked', 'gesperrt'],
}

const fieldColumn = new RegExp(`^fields\\.${fieldKeyPattern}$`)

/** Reduces a column name to lowercase letters and digits, so that its spelling does not matter. */
const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Returns the attribute or field that a column name stands for, or `ignore`. */
function targetOf(column: string): string {
  if (fieldColumn.test(column)) return column
  return Object.entries(names).find(([, known]) => known.includes(normalize(column)))?.[0] ?? 'ignore'
}

/** Maps columns to targets: as specified by the caller, or by name. A target that the caller specified, or else the first column of two, wins. */
function mappingOf(columns: readonly string[], givenMapping: Readonly<Record<string, string>>): Record<string, string> {
  const mapping = new Map<string, string>()
  const used = new Set<string>()
  const map = (column: string, target: string) => {
    if (mapping.has(column)) return
    mapping.set(column, used.has(target) ? 'ignore' : target)
    used.add(target)
  }
  for (const column of columns) if (Object.hasOwn(givenMapping, column)) map(column, givenMapping[column] as string)
  for (const column of columns) map(column, targetOf(column))
  return Object.fromEntries(columns.map((column) => [column, mapping.get(column) ?? 'ignore']))
}

/** Returns the target of each column. A repeated name is ignored, because the mapping by name belongs to the first one. */
export function targetsOf(columns: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const seen = new Set<string>()
  return columns.map((column) => {
    if (seen.has(column)) return 'ignore'
    seen.add(column)
    return mapping[column] ?? 'ignore'
  })
}

export type JsonContact = NonNullable<InputOf<typeof operations.imports.create>['contacts']>[number]

/** A row: its cells or contact. Relative to where reading started: the byte after it, its first line, and how many lines end there. */
type ParsedRow = { content: string[] | JsonContact; endBytes: number; firstLine: number; endLines: number }

/** The rows in one part of the file, and where they end, including empty rows. `broken`: the file ends inside quotes. */
export type Chunk = { rows: ParsedRow[]; endBytes: number; endLines: number; broken: boolean }

const delimiters = [',', ';', '\t', '|']
const [lineFeed, carriageReturn] = [10, 13]

/** Reads rows that end within these bytes. The rest is left for the next chunk, unless the file ends here. */
export function readRows(bytes: Buffer, delimiter: string, atEnd: boolean): Promise<Chunk> {
  return new Promise((resolve) => {
    const chunk: Chunk = { rows: [], endBytes: 0, endLines: 0, broken: false }
    const lines = countLines(bytes)
    const parser = parse({
      delimiter,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    parser.on('data', ({ record, info }: { record: string[]; info: { bytes: number } }) => {
      const row = { content: record, endBytes: info.bytes, ...lines(info.bytes) }
      Object.assign(chunk, { endBytes: row.endBytes, endLines: row.endLines })
      // Spreadsheets often end with empty rows, so skip them.
      if (record.some((cell) => cell.trim() !== '')) chunk.rows.push(row)
    })
    parser.once('error', () => resolve({ ...chunk, broken: true }))
    if (atEnd) {
      parser.once('end', () => resolve(chunk))
      parser.end(bytes)
    } else {
      parser.write(bytes, () => setImmediate(() => resolve(chunk)))
    }
  })
}

/** Counts the lines of consecutive rows, and empty lines between them. The parser's count is wrong: it counts a quoted CRLF twice. */
function countLines(bytes: Buffer): (endBytes: number) => Pick<ParsedRow, 'firstLine' | 'endLines'> {
  let at = 0
  let breaks = 0
  const advance = (until: (byte: number) => boolean) => {
    for (; at < bytes.length && until(bytes[at] as number); at++) {
      if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) breaks += 1
    }
  }
  return (endBytes) => {
    advance((byte) => byte === lineFeed || byte === carriageReturn)
    const firstLine = breaks + 1
    advance(() => at < endBytes)
    return { firstLine, endLines: breaks }
  }
}

/** Reads contacts given as JSON, one per line. */
export function readContacts(bytes: Buffer): Chunk {
  const rows: ParsedRow[] = []
  let start = 0
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const content = JSON.parse(bytes.toString('utf8', start, end)) as JsonContact
    start = end + 1
    rows.push({ content, endBytes: start, firstLine: rows.length + 1, endLines: rows.length + 1 })
  }
  return { rows, endBytes: start, endLines: rows.length, broken: false }
}

/** Returns a row's cells as they appear in a file. For a JSON contact, uses the import's columns. */
export function cellsOf(content: ParsedRow['content'], columns: readonly string[]): string[] {
  if (Array.isArray(content)) return content
  const { tags = [], fields = {}, ...attributes } = content
  const values: Record<string, string | boolean | null | undefined> = {
    ...attributes,
    tags: tags.length > 0 ? tagsCell(tags) : '',
  }
  return columns.map((column) => {
    const value = column.startsWith('fields.') ? fieldOf(fields, column.slice('fields.'.length)) : values[column]
    return value === null || value === undefined ? '' : safeCell(String(value))
  })
}

/** Returns the first line if it is Excel's declaration of the delimiter, otherwise an empty string. */
function delimiterLineOf(head: string): { line: string; delimiter: string | undefined } {
  const [line = '', delimiter] = /^"?sep=([^\w"\r\n])"?(?:\r\n|\r|\n)/i.exec(head) ?? []
  return { line, delimiter }
}

/** Returns the most frequent delimiter outside quotes in the first line, or a comma if there is none. */
function delimiterOf(head: string): string {
  const [line = ''] = head.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const counted = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

/** Writes contacts as a file with one JSON object per line. The columns are the same for all rows, as in a CSV file. */
export function fileOfContacts(contacts: JsonContact[]): {
  file: Buffer
  columns: string[]
  mapping: Record<string, string>
} {
  const fieldNames = [...new Set(contacts.flatMap((contact) => Object.keys(contact.fields ?? {})))].map(
    (name) => `fields.${name}`,
  )
  const columns = [...importTargets, ...fieldNames]
  const file = Buffer.from(contacts.map((contact) => `${JSON.stringify(contact)}\n`).join(''))
  return { file, columns, mapping: Object.fromEntries(columns.map((column) => [column, column])) }
}

/** Reads a file as UTF-8 in parts. A byte order mark or zero bytes show UTF-16; other text that isn't UTF-8 counts as Windows-1252. */
export async function* utf8Of(path: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(await encodingOf(path))
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield Buffer.from(decoder.decode(chunk, { stream: true }))
  }
  yield Buffer.from(decoder.decode())
}

/** Detects the encoding of a file. Every sequence of bytes is valid Windows-1252, so that is the fallback for a file that is not UTF-8. */
async function encodingOf(path: string): Promise<'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const wide = first ? utf16Of(chunk) : undefined
      if (wide) return wide
      first = false
      utf8.decode(chunk, { stream: true })
    }
    utf8.decode()
    return 'utf-8'
  } catch (err) {
    if (err instanceof TypeError) return 'windows-1252'
    throw err
  }
}

/** Detects UTF-16 by its mark or by many zero bytes: those of delimiters, digits and line breaks are all at even or all at odd positions. */
function utf16Of(chunk: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = chunk.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  let [even, odd] = [0, 0]
  for (const [at, byte] of chunk.entries()) {
    if (byte === 0 && at % 2 === 0) even += 1
    if (byte === 0 && at % 2 === 1) odd += 1
  }
  if (Math.max(even, odd) < chunk.length / 16 || Math.min(even, odd) > Math.max(even, odd) / 16) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}
