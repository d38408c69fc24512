import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { mediaTypeName } from '@posthorn/contracts'
import { mimeOf, type Spooled } from '@posthorn/http'
import type { FileRow } from '../entities/chat.ts'

/** A type that the provider accepts. */
export type MediaType = { mime: string; kind: FileRow['kind'] }

const type = (kind: MediaType['kind'], mime: string): MediaType => ({ kind, mime })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Types based on the ZIP container, which are distinguished by file extension or declared type. */
const zipped: Readonly<Record<string, string>> = { docx: word, xlsx: sheet, pptx: slides }
const compound: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

const endings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries({ ...zipped, ...compound }).map(([ending, mime]) => [mime, ending])),
  'image/jpeg': 'jpg',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'text/plain': 'txt',
  'application/octet-stream': 'bin',
}

/** Returns the file extension of a type, without the dot. */
export const extensionOf = (mime: string): string => endings[mime] ?? mime.slice(mime.indexOf('/') + 1)

/** Markup that browsers execute. Files other than text must not have it near their start; text must not start with any tag. */
const markup = /<(script|svg|html|head|body|iframe|!doctype)\b/i

/** What the sender of a file says that it is. */
type Claim = { filename?: string | undefined; mime?: string | undefined }

/**
 * Detects the type from the first bytes and, for office documents, from the name or declared type. Returns null if the provider doesn't
 * accept the type, or if the file could also be read as an archive or as markup.
 */
export function mediaTypeOf(sample: Sample, claim: Claim): MediaType | null {
  const { head, tail } = sample
  const found = typeBySignature(sample, claim)
  if (found) return isArchive(tail) || markup.test(head.toString('latin1')) ? null : found
  if (startsWith(head, 'PK\x03\x04')) return isOfficeArchive(sample) ? typeInContainer(zipped, claim) : null
  const isDocument =
    sample.isText && head.length > 0 && !/^\s*<[!?a-z]/i.test(head.toString('utf8').replace('\ufeff', ''))
  return isDocument ? type('document', 'text/plain') : null
}

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text

/** Detects the type from the bytes that identify it, which most formats begin with. */
function typeBySignature({ head }: Sample, claim: Claim): MediaType | null {
  const mime = mimeOf(head)
  if (mime !== undefined) return type(kindOf(mime), mime)
  // All older office documents begin with these bytes.
  return startsWith(head, '\xD0\xCF\x11\xE0') ? typeInContainer(compound, claim) : null
}

/** Returns the kind of media that the provider sends a type as. It sends WebP only as stickers. */
function kindOf(mime: string): MediaType['kind'] {
  if (mime === 'image/webp') return 'sticker'
  const [family] = mime.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

/** Whether the bytes end like a ZIP archive: with an end record whose comment reaches the last byte. */
function isArchive(tail: Buffer): boolean {
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  return at >= 0 && at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length
}

/** Whether the file is a ZIP-based office document. All such documents list the same entry, either first or in the directory at the end. */
const isOfficeArchive = ({ head, tail }: Sample): boolean =>
  [head, tail].some((part) => part.includes('[Content_Types].xml'))

/** Returns which of the types in a container this is, by the file's extension or else its declared type; null if neither tells. */
function typeInContainer(types: Readonly<Record<string, string>>, { filename, mime }: Claim): MediaType | null {
  const ending = /\.(\w{3,4})$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(types, ending) ? types[ending] : undefined
  const stated = mediaTypeName(mime ?? '')
  const found = named ?? Object.values(types).find((known) => known === stated)
  return found === undefined ? null : type('document', found)
}

/** Types that programs declare in place of the detected one, such as an older type for a newer format. */
const statedInstead: Readonly<Record<string, readonly string[]>> = {
  [word]: ['application/msword', 'application/zip'],
  [sheet]: ['application/vnd.ms-excel', 'application/zip'],
  [slides]: ['application/vnd.ms-powerpoint', 'application/zip'],
  'text/plain': ['application/vnd.ms-excel'],
}

/** Whether the declared type is consistent with the detected one. `application/octet-stream` always is. */
export function isClaimTrue(claimed: string | undefined, found: MediaType): boolean {
  if (!claimed) return true
  const name = mediaTypeName(claimed)
  if (name === 'application/octet-stream' || name === found.mime || statedInstead[found.mime]?.includes(name))
    return true
  const [family] = name.split('/')
  if (found.mime === 'text/plain') return family === 'text'
  return found.kind === 'audio' && family === 'audio'
}

/** Parts of a file that reveal its type: its start, its end, and whether all of it is text. */
export type Sample = { head: Buffer; tail: Buffer; isText: boolean }

const headBytes = 4 * 1024
/** Size of a ZIP end record with the longest possible comment. */
const tailBytes = 66 * 1024

/** Samples a file of any size while using little memory. */
export async function sampleOf({ path, size }: Pick<Spooled, 'path' | 'size'>): Promise<Sample> {
  const file = await open(path)
  const part = async (start: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const head = await part(0, Math.min(headBytes, size))
    const tail = await part(Math.max(0, size - tailBytes), Math.min(tailBytes, size))
    return { head, tail, isText: !head.includes(0) && (await isText(createReadStream(path))) }
  } finally {
    await file.close()
  }
}

/** Whether the bytes are UTF-8 without NUL. Such a file counts as text, which has no signature. */
export async function isText(bytes: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) {
      if (chunk.includes(0)) return false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (err) {
    if (err instanceof TypeError) return false
    throw err
  }
}

const opusSamplesPerMs = 48
const amrFrameMs = 20
const amrHeader = '#!AMR\n'
/** AMR frame sizes by mode, including the mode byte. */
const amrFrameBytes = [13, 14, 16, 18, 20, 21, 27, 32]

/** Longer durations are considered invalid. */
const durationMsMax = 24 * 3_600_000

/** Returns the duration of an audio file in milliseconds. Returns undefined if the sampled parts don't contain it. */
export function durationOf(sample: Pick<Sample, 'head' | 'tail'>, size: number): number | undefined {
  const found = oggMs(sample) ?? movieMs(sample.head) ?? movieMs(sample.tail) ?? amrMs(sample.head, size)
  return found !== undefined && found > 0 && found <= durationMsMax ? Math.round(found) : undefined
}

/** Reads the duration of an Ogg Opus file, the format of voice notes, from the position of its last page. */
function oggMs({ head, tail }: Pick<Sample, 'head' | 'tail'>): number | undefined {
  const start = head.indexOf('OpusHead')
  const page = tail.lastIndexOf('OggS')
  if (!startsWith(head, 'OggS') || start < 0 || start + 12 > head.length || page < 0) return undefined
  if (page + 14 > tail.length) return undefined
  const skipped = head.readUInt16LE(start + 10)
  return (Number(tail.readBigInt64LE(page + 6)) - skipped) / opusSamplesPerMs
}

/** Reads an MP4 file's duration from its movie header, if this part contains it. The header's version 1 has longer fields. */
function movieMs(part: Buffer): number | undefined {
  const at = part.indexOf('mvhd')
  if (at < 0 || at + 36 > part.length) return undefined
  const isLong = part[at + 4] === 1
  const scale = part.readUInt32BE(at + (isLong ? 24 : 16))
  const length = isLong ? Number(part.readBigUInt64BE(at + 28)) : part.readUInt32BE(at + 20)
  return scale > 0 ? (length / scale) * 1000 : undefined
}

/** Estimates the duration of an AMR file by assuming that all frames are as large as the first. */
function amrMs(head: Buffer, size: number): number | undefined {
  if (!startsWith(head, amrHeader)) return undefined
  const frameBytes = amrFrameBytes[((head[amrHeader.length] ?? 0xff) >> 3) & 0x0f]
  return frameBytes === undefined ? undefined : Math.floor((size - amrHeader.length) / frameBytes) * amrFrameMs
}
