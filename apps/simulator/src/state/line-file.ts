import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

const chunkBytes = 1024 * 1024
const newline = 0x0a
const ownerOnly = 0o600

/** A file of lines that only grows. A line is in the file, safe from a killed process, when `append` returns. */
export type LineFile = {
  /** Adds one line and answers the offset it begins at, in bytes. */
  append(line: string): number
  /** Calls `visit` for each line from `offset` on, until it answers false. */
  scan(offset: number, visit: (line: string, offset: number) => boolean): void
  close(): void
}

/** Opens or makes the file; a last line that was cut off by a full disk or a power cut is dropped. */
export function openLineFile(path: string): LineFile {
  const fd = openSync(path, 'a+', ownerOnly)
  const file = { fd, size: fstatSync(fd).size }
  file.size = wholeLinesSize(file)
  ftruncateSync(fd, file.size)
  return {
    append: (line) => {
      const offset = file.size
      file.size += writeSync(fd, `${line}\n`)
      return offset
    },
    scan: (offset, visit) => scan(file, offset, visit),
    close: () => closeSync(fd),
  }
}

type OpenFile = { fd: number; size: number }

function wholeLinesSize({ fd, size }: OpenFile): number {
  const chunk = Buffer.alloc(Math.min(chunkBytes, size))
  for (let end = size; end > 0; end -= chunk.length) {
    const start = Math.max(0, end - chunk.length)
    const bytes = readSync(fd, chunk, 0, end - start, start)
    const last = chunk.subarray(0, bytes).lastIndexOf(newline)
    if (last >= 0) return start + last + 1
  }
  return 0
}

function scan({ fd, size }: OpenFile, from: number, visit: (line: string, offset: number) => boolean): void {
  let rest = Buffer.alloc(0)
  for (let position = from; position < size; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - position))
    const bytes = readSync(fd, chunk, 0, chunk.length, position)
    const data = Buffer.concat([rest, chunk.subarray(0, bytes)])
    const base = position - rest.length
    let start = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, start)) {
      if (!visit(data.toString('utf8', start, end), base + start)) return
      start = end + 1
    }
    rest = Buffer.from(data.subarray(start))
    position += bytes
  }
}
