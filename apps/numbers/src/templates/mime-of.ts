import type { sampleMimes } from '@posthorn/contracts'

type Mime = (typeof sampleMimes)[number]

/** How the types that the provider takes as a picture or a sample begin, and after how many bytes. */
const beginnings: Readonly<Record<Mime, { at: number; begin: string }>> = {
  'image/jpeg': { at: 0, begin: '\xFF\xD8\xFF' },
  'image/png': { at: 0, begin: '\x89PNG\r\n\x1A\n' },
  'video/mp4': { at: 4, begin: 'ftyp' },
  'application/pdf': { at: 0, begin: '%PDF-' },
}

/** What bytes are, by how they begin; undefined when they are none of these. */
export function mimeOf(bytes: Buffer): Mime | undefined {
  const known = Object.entries(beginnings) as [Mime, { at: number; begin: string }][]
  return known.find(([, { at, begin }]) => bytes.toString('latin1', at, at + begin.length) === begin)?.[0]
}
