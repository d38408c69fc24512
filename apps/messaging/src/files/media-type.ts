import { mediaTypeName } from '@posthorn/contracts'
import { mimeOf } from '@posthorn/http'
import type { FileRow } from '../entities/file.ts'
import type { Sample } from './sample.ts'

/** A type the provider takes (cloud-api.md 4.3). */
export type MediaType = {
  mime: string
  kind: FileRow['kind']
}

const type = (kind: MediaType['kind'], mime: string): MediaType => ({ kind, mime })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Containers that hold several types: the ending of the name, or the type that the sender states, decides. */
const zipped: Readonly<Record<string, string>> = { docx: word, xlsx: sheet, pptx: slides }
const compound: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** Usual endings of names, where the type is no help. */
const endings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries({ ...zipped, ...compound }).map(([ending, mime]) => [mime, ending])),
  'image/jpeg': 'jpg',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'text/plain': 'txt',
  'application/octet-stream': 'bin',
}

/** Returns the ending of a name for a file of this type, without the dot. */
export function extensionOf(mime: string): string {
  return endings[mime] ?? mime.slice(mime.indexOf('/') + 1)
}

/** Beginnings of what browsers run: a document that is text may not begin so, and no other may have it near its beginning. */
const markup = /<(script|svg|html|head|body|iframe|!doctype)\b/i

/** Returns the type of bytes, by their first ones and, for office documents, by name or claim; null for what the provider does not take. */
export function mediaTypeOf(
  sample: Sample,
  claim: { filename?: string | undefined; mime?: string | undefined },
): MediaType | null {
  const { head, tail } = sample
  const found = ofMagic(sample, claim)
  if (found) return isArchive(tail) || markup.test(head.toString('latin1')) ? null : found
  if (startsWith(head, 'PK\x03\x04')) return isOfficeArchive(sample) ? ofContainer(zipped, claim) : null
  const isDocument =
    sample.isText && head.length > 0 && !/^\s*<[!?a-z]/i.test(head.toString('utf8').replace('\ufeff', ''))
  return isDocument ? type('document', 'text/plain') : null
}

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

function ofMagic(
  { head }: Sample,
  claim: { filename?: string | undefined; mime?: string | undefined },
): MediaType | null {
  const mime = mimeOf(head)
  if (mime !== undefined) return type(kindOf(mime), mime)
  return startsWith(head, '\xD0\xCF\x11\xE0') ? ofContainer(compound, claim) : null
}

function kindOf(mime: string): MediaType['kind'] {
  if (mime === 'image/webp') return 'sticker'
  const [family] = mime.split('/')
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

/** True when the bytes end as an archive does: its end record, whose comment reaches to the last byte. */
function isArchive(tail: Buffer): boolean {
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  return at >= 0 && at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length
}

/** Every office document of the zipped kind lists this part, first or in the directory at its end. */
function isOfficeArchive({ head, tail }: Sample): boolean {
  return [head, tail].some((part) => part.includes('[Content_Types].xml'))
}

function ofContainer(
  types: Readonly<Record<string, string>>,
  { filename, mime }: { filename?: string | undefined; mime?: string | undefined },
): MediaType | null {
  const ending = /\.(\w{3,4})$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(types, ending) ? types[ending] : undefined
  const stated = mediaTypeName(mime ?? '')
  const found = named ?? Object.values(types).find((known) => known === stated)
  return found === undefined ? null : type('document', found)
}

/** Types that programs status for documents of another: for newer ones that of the older, and for tables that of their program. */
const statedInstead: Readonly<Record<string, readonly string[]>> = {
  [word]: ['application/msword', 'application/zip'],
  [sheet]: ['application/vnd.ms-excel', 'application/zip'],
  [slides]: ['application/vnd.ms-powerpoint', 'application/zip'],
  'text/plain': ['application/vnd.ms-excel'],
}

/** True when a claimed type does not contradict what the bytes are; `application/octet-stream` claims nothing. */
export function isClaimTrue(claimed: string | undefined, found: MediaType): boolean {
  if (!claimed) return true
  const name = mediaTypeName(claimed)
  if (name === 'application/octet-stream' || name === found.mime || statedInstead[found.mime]?.includes(name))
    return true
  const [family] = name.split('/')
  if (found.mime === 'text/plain') return family === 'text'
  return found.kind === 'audio' && family === 'audio'
}
