import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type SiteFile = {
  type: string
  etag: string
  compressed: Buffer
  /** Whether the URL contains a hash of the bytes, in which case they never change. */
  isImmutable: boolean
  /** Text with `{{url}}` in place of the public URL, which depends on the request. Absent if the bytes are final. */
  template?: string
  /** Set for the page that is shown for unknown paths. */
  isMissing?: true
}

const compress = promisify(gzip)

/** Returns a short hash that changes with the bytes. */
export const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/** Prepares bytes to be served: compressed once, with a tag that lets browsers keep them. */
export async function siteFile(type: string, bytes: string | Buffer, isImmutable = false): Promise<SiteFile> {
  const etag = `"${hashOf(bytes)}"`
  const compressed = await compress(bytes)
  const template = typeof bytes === 'string' && bytes.includes('{{url}}') ? { template: bytes } : {}
  return { type, etag, compressed, isImmutable, ...template }
}
