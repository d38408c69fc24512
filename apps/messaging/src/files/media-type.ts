import type { FileRow } from '../entities/file.ts'

/** A type the provider takes (cloud-api.md 4.3). */
export type MediaType = { mime: string; kind: FileRow['kind'] }

/** Largest file of each kind in bytes: the provider's limits; documents end where our own does. */
export const bytesMaxOf: Readonly<Record<FileRow['kind'], number>> = {
  image: 5 * 1024 * 1024,
  sticker: 500 * 1024,
  audio: 16 * 1024 * 1024,
  video: 16 * 1024 * 1024,
  document: 16 * 1024 * 1024,
}

const type = (kind: MediaType['kind'], mime: string): MediaType => ({ kind, mime })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** Containers that hold several types: the ending of the name, or what the sender says, tells which. */
const zipped: Readonly<Record<string, string>> = { docx: word, xlsx: sheet, pptx: slides }
const compound: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** What the bytes are, by their first ones and, for office documents, by name or claim; null for what the provider does not take. */
export function mediaTypeOf(
  bytes: Buffer,
  claim: { filename?: string | undefined; mime?: string | undefined },
): MediaType | null {
  const starts = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text
  if (starts('\xFF\xD8\xFF')) return type('image', 'image/jpeg')
  if (starts('\x89PNG\r\n\x1A\n')) return type('image', 'image/png')
  if (starts('RIFF') && starts('WEBP', 8)) return type('sticker', 'image/webp')
  if (starts('ftyp', 4)) return ofBrand(bytes.subarray(8, 12).toString('latin1'))
  if (starts('OggS')) return type('audio', 'audio/ogg')
  if (starts('#!AMR')) return type('audio', 'audio/amr')
  if (starts('ID3')) return type('audio', 'audio/mpeg')
  if (starts('%PDF-')) return type('document', 'application/pdf')
  if (starts('PK\x03\x04')) return ofContainer(zipped, claim)
  if (starts('\xD0\xCF\x11\xE0')) return ofContainer(compound, claim)
  return ofStream(bytes) ?? (isText(bytes) ? type('document', 'text/plain') : null)
}

function ofBrand(brand: string): MediaType {
  if (brand.startsWith('3g')) return type('video', 'video/3gpp')
  return brand.startsWith('M4A') ? type('audio', 'audio/mp4') : type('video', 'video/mp4')
}

/** MPEG audio begins with eleven bits set; two bits more tell the layer, none for AAC. */
function ofStream(bytes: Buffer): MediaType | null {
  const [first = 0, second = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null
  return (second & 0x06) === 0 ? type('audio', 'audio/aac') : type('audio', 'audio/mpeg')
}

function ofContainer(
  types: Readonly<Record<string, string>>,
  { filename, mime }: { filename?: string | undefined; mime?: string | undefined },
): MediaType | null {
  const ending = /\.(\w{3,4})$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(types, ending) ? types[ending] : undefined
  const found = named ?? Object.values(types).find((known) => known === mime)
  return found === undefined ? null : type('document', found)
}

function isText(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** True when a claimed type does not contradict what the bytes are; `application/octet-stream` claims nothing. */
export function isClaimTrue(claimed: string | undefined, found: MediaType): boolean {
  const bare = claimed?.split(';')[0]?.trim().toLowerCase()
  if (bare === undefined || bare === 'application/octet-stream' || bare === found.mime) return true
  const [family] = bare.split('/')
  if (found.mime === 'text/plain') return family === 'text'
  return found.kind === 'audio' && family === 'audio'
}
