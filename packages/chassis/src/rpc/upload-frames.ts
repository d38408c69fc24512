import { fail, uploadLengthBytes } from '@posthorn/contracts'

/** An internal upload: all bytes, then the input. */
export type UploadFrames = { bytes: AsyncIterable<Buffer>; input(): Promise<unknown> }

const inputBytesMax = 64 * 1024

/** Reads an upload. Refuses an incomplete one, so that half a file is never taken for the whole. */
export function readFrames(source: AsyncIterator<Buffer>): UploadFrames {
  const reader = new Reader(source)
  return {
    bytes: bytesOf(reader),
    async input() {
      const parts: Buffer[] = []
      let size = 0
      for (let part = await reader.some(); part; part = await reader.some()) {
        size += part.length
        if (size > inputBytesMax) fail('request:too_large')
        parts.push(part)
      }
      return parse(Buffer.concat(parts).toString('utf8'))
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('request:malformed', { message: 'The upload ended early; send all of it.' })
  }
}

async function* bytesOf(reader: Reader): AsyncGenerator<Buffer> {
  for (;;) {
    const head = await reader.exactly(uploadLengthBytes)
    let left = head.readUInt32BE(0)
    if (left === 0) return
    while (left > 0) {
      const part = (await reader.some(left)) ?? cut()
      left -= part.length
      yield part
    }
  }
}

function cut(): never {
  fail('request:malformed', { message: 'The upload ended early; send all of it.' })
}

class Reader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source
  }

  /** Returns up to this many bytes; null at the end. */
  async some(most = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return null
      this.#rest = value
    }
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; ) {
      const part = (await this.some(left)) ?? cut()
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}
