/** The format requires that the last 5 bytes are literals, and that no match begins in the last 12. */
const [literalsAtEnd, matchlessAtEnd] = [5, 12]
const matchMin = 4
/** A length of 15 or more continues in further bytes. */
const longLength = 15
/** A match begins at most this many bytes before its copy, so positions fit into 16 bits. */
const windowBytes = 65_535
const hashBits = 13

/**
 * Compresses texts that resemble a dictionary into LZ4 blocks (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md). zlib creates a
 * native stream for each text: for an event, that takes four times as long as these loops, and ten times under load.
 */
export class Lz4 {
  /** The dictionary, followed by the text. */
  readonly #window = Buffer.alloc(windowBytes)
  readonly #start: number
  /** Positions in the dictionary by the hash of their first bytes, plus one. */
  readonly #known = new Uint16Array(1 << hashBits)
  readonly #seen = new Uint16Array(1 << hashBits)
  /** Without repetitions, a block is longer than its text by a 255th. */
  readonly #block = Buffer.alloc(windowBytes + windowBytes / 255 + 16)

  constructor(dictionary: Buffer) {
    this.#start = dictionary.copy(this.#window)
    for (let at = 0; at + matchMin <= this.#start; at++) this.#known[hashAt(this.#window, at)] = at + 1
  }

  /** Returns a block, and the text's length in bytes. Returns undefined if the text is too long. */
  compress(text: string): { block: Buffer; bytes: number } | undefined {
    if (Buffer.byteLength(text) > windowBytes - this.#start) return undefined
    const bytes = this.#window.write(text, this.#start)
    return { block: Buffer.from(this.#block.subarray(0, this.#writeBlock(this.#start + bytes))), bytes }
  }

  /**
   * Compresses the window from the text's start to `end`, and returns the block's length. Finds repetitions by the hash of the next four
   * bytes.
   */
  #writeBlock(end: number): number {
    const window = this.#window
    const seen = this.#seen
    seen.set(this.#known)
    let [written, literals, at] = [0, this.#start, this.#start]
    while (at <= end - matchlessAtEnd) {
      const hash = hashAt(window, at)
      const from = (seen[hash] as number) - 1
      seen[hash] = at + 1
      if (from < 0 || !isEqualAt(window, from, at)) {
        at += 1
        continue
      }
      const length = matchLength(window, { from, at, end: end - literalsAtEnd })
      written = this.#writeSequence(written, { literals, at, distance: at - from, length })
      at += length
      literals = at
    }
    return this.#writeSequence(written, { literals, at: end, distance: 0, length: matchMin })
  }

  /** Writes literals, and a match unless its distance is 0. Returns where the block continues. */
  #writeSequence(place: number, { literals, at, distance, length }: Sequence): number {
    const block = this.#block
    const count = at - literals
    const more = distance === 0 ? 0 : length - matchMin
    block[place] = (Math.min(count, longLength) << 4) | Math.min(more, longLength)
    let next = writeLength(block, place + 1, count)
    for (let i = literals; i < at; i++) block[next++] = this.#window[i] as number
    if (distance === 0) return next
    block[next] = distance
    block[next + 1] = distance >> 8
    return writeLength(block, next + 2, more)
  }

  /** @throws Error if the block doesn't contain a text of this length. */
  decompress(block: Uint8Array, bytes: number): string {
    const window = this.#window
    const end = this.#start + bytes
    if (end > windowBytes) throw new Error('broken block')
    let [place, at] = [0, this.#start]
    const readLength = (short: number) => {
      let length = short
      for (let more = short === longLength ? 255 : 0; more === 255; length += more) more = block[place++] ?? 0
      return length
    }
    while (place < block.length) {
      const token = block[place++] as number
      const count = readLength(token >> 4)
      if (at + count > end || place + count > block.length) throw new Error('broken block')
      for (const last = at + count; at < last; ) window[at++] = block[place++] as number
      if (place === block.length) break
      const distance = (block[place] as number) | ((block[place + 1] ?? 0) << 8)
      place += 2
      const last = at + readLength(token & longLength) + matchMin
      if (distance === 0 || distance > at || last > end) throw new Error('broken block')
      for (; at < last; at++) window[at] = window[at - distance] as number
    }
    if (at !== end) throw new Error('broken block')
    return window.toString('utf8', this.#start, end)
  }
}

type Sequence = { literals: number; at: number; distance: number; length: number }

/** Returns a hash of the four bytes at a position: their number times 2³² divided by the golden ratio, which spreads similar values. */
function hashAt(bytes: Uint8Array, at: number): number {
  const first = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
  const four = first | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)
  return Math.imul(four, 0x9e3779b1) >>> (32 - hashBits)
}

/** Returns whether the four bytes at two positions are equal. Different bytes may have the same hash. */
function isEqualAt(bytes: Uint8Array, from: number, at: number): boolean {
  return (
    bytes[from] === bytes[at] &&
    bytes[from + 1] === bytes[at + 1] &&
    bytes[from + 2] === bytes[at + 2] &&
    bytes[from + 3] === bytes[at + 3]
  )
}

/** Returns how many bytes at two positions are equal, up to `end`. The first four are known to be. */
function matchLength(bytes: Uint8Array, { from, at, end }: { from: number; at: number; end: number }): number {
  let length = matchMin
  while (at + length < end && bytes[from + length] === bytes[at + length]) length++
  return length
}

/** Writes the bytes of a length that don't fit into the token. Returns where the block continues. */
function writeLength(block: Uint8Array, place: number, length: number): number {
  if (length < longLength) return place
  let next = place
  let rest = length - longLength
  for (; rest >= 255; rest -= 255) block[next++] = 255
  block[next++] = rest
  return next
}
