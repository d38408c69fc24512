import {
  appendFileSync,
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'

const chunkBytes = 1024 * 1024
const newline = 0x0a
const ownerOnly = 0o600

/** An append-only file of lines. Once `append` returns, the line is kept even if the process is killed. */
export type LineFile = {
  /** Appends a line and returns its byte offset. If there is no space, throws and leaves the file unchanged. */
  append(line: string): number
  /** Calls `visit` for each line from `offset` on, until it returns false. */
  scan(offset: number, visit: (line: string, offset: number) => boolean): void
  close(): void
}

/** Options for a line file. `isWhole` returns false for a damaged line. `lost` tells the operator what is lost with such a line. */
export type LineFileOptions = { isWhole: (line: string) => boolean; lost: string }

/** Opens or creates the file. If a full disk or power cut damaged any lines, moves those to a file next to it and reports them. */
export function openLineFile(path: string, options: LineFileOptions): LineFile {
  setDamagedAside(path, options)
  const fd = openSync(path, 'a+', ownerOnly)
  // The mode in `openSync` doesn't apply to an existing file.
  fchmodSync(fd, ownerOnly)
  const file = { fd, size: fstatSync(fd).size }
  return {
    append: (line) => append(file, line),
    scan: (offset, visit) => scan(file, offset, visit),
    close: () => closeSync(fd),
  }
}

/** Appends a line completely or not at all, because a partial line would merge with the next. */
function append(file: OpenFile, line: string): number {
  const offset = file.size
  const bytes = Buffer.from(`${line}\n`)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file.fd, bytes, written)
  } catch (error) {
    ftruncateSync(file.fd, offset)
    throw error
  }
  file.size += bytes.length
  return offset
}

/** Moves damaged lines to another file, so that the rest can be read. Reports how many there were. */
function setDamagedAside(path: string, { isWhole, lost }: LineFileOptions): void {
  const fd = openSync(path, 'a+', ownerOnly)
  const damaged: string[] = []
  const file = { fd, size: fstatSync(fd).size }
  const visit = (line: string) => {
    if (!isWhole(line)) damaged.push(line)
    return true
  }
  const end = scan(file, 0, visit)
  if (end < file.size) damaged.push(textFrom(file, end))
  if (damaged.length > 0) {
    const aside = `${path}.damaged`
    writeLines(aside, 'a', (write) => damaged.forEach(write))
    // Writes the complete lines to a new file, then replaces the old one atomically.
    writeLines(`${path}.whole`, 'w', (write) => {
      scan(file, 0, (line) => {
        if (isWhole(line)) write(line)
        return true
      })
    })
    renameSync(`${path}.whole`, path)
    process.stderr.write(
      `${path}: ${damaged.length} damaged line${damaged.length === 1 ? '' : 's'}, as after a full disk or a power cut, set aside in ${aside}; ${lost}\n`,
    )
  }
  closeSync(fd)
}

/** Writes the lines that `produce` passes on, and waits until they are on disk. */
function writeLines(path: string, flag: 'a' | 'w', produce: (write: (line: string) => void) => void): void {
  const fd = openSync(path, flag, ownerOnly)
  try {
    produce((line) => appendFileSync(fd, `${line}\n`))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Returns the rest of the file: the last line, if it was cut before its end. */
function textFrom({ fd, size }: OpenFile, offset: number): string {
  const rest = Buffer.alloc(size - offset)
  readSync(fd, rest, 0, rest.length, offset)
  return rest.toString('utf8')
}

type OpenFile = { fd: number; size: number }

/** Calls `visit` for each complete line until it returns false, and returns the offset of that line, else the offset after the last one. */
function scan({ fd, size }: OpenFile, offset: number, visit: (line: string, offset: number) => boolean): number {
  let rest = Buffer.alloc(0)
  let position = offset
  while (position < size) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - position))
    const bytes = readSync(fd, chunk, 0, chunk.length, position)
    const data = Buffer.concat([rest, chunk.subarray(0, bytes)])
    const base = position - rest.length
    let start = 0
    for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, start)) {
      if (!visit(data.toString('utf8', start, end), base + start)) return base + start
      start = end + 1
    }
    rest = Buffer.from(data.subarray(start))
    position += bytes
  }
  return position - rest.length
}
