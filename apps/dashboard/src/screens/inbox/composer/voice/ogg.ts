/** Ids of the WebM elements that are needed here. `master`: elements whose content is parsed as more elements. */
const webm = { codecPrivate: 0x63a2, simpleBlock: 0xa3, block: 0xa1 } as const
const master = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0])

/** Opus in Ogg always counts 48,000 samples per second, regardless of the recording. */
const sampleRate = 48_000
/** Identifies the stream within the file. Any number will do. */
const serial = 0x504f5354
/** An Ogg page has at most 255 segments, and a packet takes up at most six of them. */
const packetsOfPageMax = 40

/**
 * Repackages the Opus packets of a WebM recording as Ogg, the only container in which WhatsApp accepts voice notes. Chrome only records
 * WebM. The audio itself doesn't change.
 */
export function oggOf(recording: Uint8Array<ArrayBuffer>): Blob {
  const { head, packets } = opusOf(recording)
  const pages = [pageOf([head], { flags: 2, granule: 0, sequence: 0 })]
  pages.push(pageOf([tags()], { flags: 0, granule: 0, sequence: 1 }))
  let granule = 0
  for (let at = 0; at < packets.length; at += packetsOfPageMax) {
    const some = packets.slice(at, at + packetsOfPageMax)
    granule += some.reduce((sum, packet) => sum + samplesOf(packet), 0)
    const flags = at + packetsOfPageMax >= packets.length ? 4 : 0
    pages.push(pageOf(some, { flags, granule, sequence: pages.length }))
  }
  return new Blob(pages, { type: 'audio/ogg' })
}

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the packets of a WebM recording, and the Opus header that Ogg also needs. Throws if the recording has no sound. */
function opusOf(bytes: Bytes): { head: Bytes; packets: Bytes[] } {
  let head: Bytes | undefined
  const packets: Bytes[] = []
  for (let at = 0; at < bytes.length; ) {
    const id = numberAt(bytes, at, true)
    const size = numberAt(bytes, at + id.length, false)
    const start = at + id.length + size.length
    if (master.has(id.value)) {
      at = start
      continue
    }
    const content = bytes.subarray(start, start + size.value)
    if (id.value === webm.codecPrivate) head = content
    if (id.value === webm.simpleBlock || id.value === webm.block)
      // A block starts with its track, a two-byte time, and flags.
      packets.push(content.subarray(numberAt(content, 0, false).length + 3))
    at = start + size.value
  }
  if (head === undefined || packets.length === 0) throw new Error('the recording has no sound')
  return { head, packets }
}

/**
 * Reads a variable-length number: the number of leading zeros in its first byte is the number of bytes that follow. Ids include the bit
 * that marks their length.
 */
function numberAt(bytes: Bytes, at: number, isId: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  let value = isId ? first : first & (0xff >> length)
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0)
  return { value, length }
}

/** Returns the number of samples in an Opus packet, from its first bytes (RFC 6716, 3.1). */
function samplesOf(packet: Bytes): number {
  const [toc = 0, second = 0] = packet
  const config = toc >> 3
  const frameMs =
    config < 12 ? [10, 20, 40, 60][config & 3] : config < 16 ? [10, 20][config & 1] : [2.5, 5, 10, 20][config & 3]
  const frames = [1, 2, 2, second & 63][toc & 3] ?? 1
  return ((frameMs ?? 20) * frames * sampleRate) / 1_000
}

/** Builds the comment packet that Opus in Ogg requires. It names the program, and has no comments. */
function tags(): Bytes {
  const vendor = new TextEncoder().encode('Posthorn')
  const bytes = new Uint8Array(8 + 4 + vendor.length + 4)
  bytes.set(new TextEncoder().encode('OpusTags'))
  new DataView(bytes.buffer).setUint32(8, vendor.length, true)
  bytes.set(vendor, 12)
  return bytes
}

/** `flags`: 2 for the first page, 4 for the last. `granule`: the number of samples up to the end of the page. */
type Page = { flags: number; granule: number; sequence: number }

/** Builds an Ogg page (RFC 3533): a header, the lengths of its packets in segments of 255 bytes, and the packets. */
function pageOf(packets: readonly Bytes[], { flags, granule, sequence }: Page): Bytes {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const headBytes = 27 + lacing.length
  const page = new Uint8Array(headBytes + packets.reduce((sum, { length }) => sum + length, 0))
  const view = new DataView(page.buffer)
  page.set(new TextEncoder().encode('OggS'))
  page[5] = flags
  view.setBigUint64(6, BigInt(granule), true)
  view.setUint32(14, serial, true)
  view.setUint32(18, sequence, true)
  page[26] = lacing.length
  page.set(lacing, 27)
  let at = headBytes
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  view.setUint32(22, checksumOf(page), true)
  return page
}

/** The checksum of each possible byte, so that a page is summed a byte at a time. */
const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = (rest << 1) ^ (rest < 0 ? 0x04c11db7 : 0)
  return rest
})

/** Returns the checksum of an Ogg page (CRC-32 with the polynomial of RFC 3533), whose own field is still 0. */
function checksumOf(page: Bytes): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (checksums[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return sum
}
