import { mediaTypeName } from '@posthorn/contracts'
import { mimeOf } from '@posthorn/http'
import type { FileRow } from '../entities/file.ts'
import type { Sample } from './sample.ts'

/** A type that the provider accepts (cloud-api.md 4.3). */
export type MediaType = {
  mime: string
  kind: FileRow['kind']
}

const type = (kind: MediaType['kind'], mime: string): MediaType => ({ kind, mime })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Types that share the ZIP container. The file extension or the sender's declared type tells them apart. */
const zipped: Readonly<Record<string, string>> = { docx: word, xlsx: sheet, pptx: slides }
const compound: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** Common file extensions, used where the type isn't enough. */
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
export function extensionOf(mime: string): string {
  return endings[mime] ?? mime.slice(mime.indexOf('/') + 1)
}

/** Markup that browsers execute. A text document must not start with it; other files must not have it near their start. */
const markup = /<(script|svg|html|head|body|iframe|!doctype)\b/i

/** Detects the type from the first bytes and, for office documents, from name or declared type. Null if the provider doesn't accept it. */
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

/** Whether the bytes end like a ZIP archive: with an end record whose comment reaches the last byte. */
function isArchive(tail: Buffer): boolean {
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  return at >= 0 && at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length
}

/** Every ZIP-based office document lists this part, either first or in the directory at the end. */
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

/** Types that programs declare for related documents, such as the older type for a newer format. */
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
