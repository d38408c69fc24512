import { mappingOf } from './columns.ts'
import { delimiterLineOf, delimiterOf, readRows } from './table.ts'

/** Longest header, in bytes. */
const headerBytesMax = 256 * 1024

/** A UTF-8 file in parts. */
export type Parts = Iterable<Buffer> | AsyncIterable<Buffer>

/** A file's header. `mapping` has no phone if no column does. */
export type Header = {
  format: 'csv' | 'json'
  delimiter: string | null
  columns: string[]
  mapping: Record<string, string>
  endBytes: number
  endLines: number
}

/** Reads the header at the start of a file. */
export async function readHeader(parts: Parts, given: Readonly<Record<string, string>>): Promise<Header> {
  const beginning = await beginningOf(parts)
  const { line, delimiter: stated } = delimiterLineOf(beginning.toString('utf8', 0, 16))
  const lineBytes = Buffer.byteLength(line)
  const head = beginning.subarray(lineBytes, headerBytesMax)
  const delimiter = stated ?? delimiterOf(head.toString())
  // A file with only a header has no row after it, so its end is the end of the file.
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

/** Whether a column has the phone, or the user id of people who hide it. */
export function hasPhone(mapping: Readonly<Record<string, string>>): boolean {
  return Object.values(mapping).some((target) => target === 'phone' || target === 'userId')
}

/** Returns the part of the header that an import stores, with the position of its first row. */
export function headerColumns({ format, mapping, delimiter, columns, endBytes, endLines }: Header) {
  return { format, mapping, delimiter, columns, doneBytes: endBytes, doneLines: endLines }
}
