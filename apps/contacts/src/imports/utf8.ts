import { createReadStream } from 'node:fs'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Reads a file as UTF-8 without byte order mark, in parts. UTF-16 is detected by its mark or zero bytes; anything else is read as Windows-1252.
 */
export async function* utf8Of(path: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(await encodingOf(path))
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield Buffer.from(decoder.decode(chunk, { stream: true }))
  }
  yield Buffer.from(decoder.decode())
}

async function encodingOf(path: string): Promise<Encoding> {
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

/** In UTF-16, delimiters, digits and line breaks have a zero byte, always on the same side. */
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
