import { fieldKeyPattern, fromAttributes } from '@posthorn/contracts'
import { delimiterLineOf, delimiterOf, readRows } from './table.ts'

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

export async function readHeader(parts: Parts, given: Readonly<Record<string, string>>): Promise<Header> {
  const beginning = await beginningOf(parts)
  const { line, delimiter: stated } = delimiterLineOf(beginning.toString('utf8', 0, 16))
  const lineBytes = Buffer.byteLength(line)
  const head = beginning.subarray(lineBytes, headerBytesMax)
  const delimiter = stated ?? delimiterOf(head.toString())
  // If the file contains only a header, no row follows, so the header ends at the end of the file.
  const { rows } = await readRows(head, delimiter, beginning.length <= headerBytesMax)
  const first = rows[0] ?? { content: [], endBytes: 0, endLines: 0 }
  const columns = (first.content as string[]).map((cell) => cell.replaceAll('\u0000', '').trim())
  const end = { endBytes: lineBytes + first.endBytes, endLines: (line ? 1 : 0) + first.endLines }
  return { format: 'csv', delimiter, columns, mapping: mappingOf(columns, given), ...end }
}

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

/** Whether a column contains phone numbers, or the user ids of people who hide their phone numbers. */
export function hasPhone(mapping: Readonly<Record<string, string>>): boolean {
  return Object.values(mapping).some((target) => target === 'phone' || target === 'userId')
}

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

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function targetOf(column: string): string {
  if (fieldColumn.test(column)) return column
  return Object.entries(names).find(([, known]) => known.includes(normalize(column)))?.[0] ?? 'ignore'
}

/** Maps columns to targets: as specified by the caller, or by name. If two columns share a name or target, the first one wins. */
function mappingOf(columns: readonly string[], given: Readonly<Record<string, string>>): Record<string, string> {
  const mapping = new Map<string, string>()
  const used = new Set<string>()
  const map = (column: string, target: string) => {
    if (mapping.has(column)) return
    mapping.set(column, used.has(target) ? 'ignore' : target)
    used.add(target)
  }
  for (const column of columns) if (Object.hasOwn(given, column)) map(column, given[column] as string)
  for (const column of columns) map(column, targetOf(column))
  return Object.fromEntries(columns.map((column) => [column, mapping.get(column) ?? 'ignore']))
}

export function targetsOf(columns: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const seen = new Set<string>()
  return columns.map((column) => {
    if (seen.has(column)) return 'ignore'
    seen.add(column)
    return mapping[column] ?? 'ignore'
  })
}
