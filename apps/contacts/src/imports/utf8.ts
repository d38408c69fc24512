import { createReadStream } from 'node:fs'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Reads a file as UTF-8 without a byte order mark, piece by piece: UTF-16 by its mark, other bytes as Windows-1252. */
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
      const marked = first ? chunk.subarray(0, 2).toString('hex') : ''
      if (marked === 'fffe') return 'utf-16le'
      if (marked === 'feff') return 'utf-16be'
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
