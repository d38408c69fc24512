import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file of the site as it is sent. */
export type SiteFile = {
  type: string
  etag: string
  /** The bytes, compressed with gzip. */
  compressed: Buffer
  /** True when the address contains a hash of the bytes, so that they never change. */
  isImmutable: boolean
  /** Text with `{{url}}` in the place of the public address, which the request decides; absent: the bytes are complete. */
  template?: string
}

const compress = promisify(gzip)

/** Returns the first letters of the hash of some bytes. */
export function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}

/** Compresses bytes into a file of the site. */
export async function siteFile(type: string, bytes: string | Buffer, isImmutable = false): Promise<SiteFile> {
  const etag = `"${hashOf(bytes)}"`
  const compressed = await compress(bytes)
  const template = typeof bytes === 'string' && bytes.includes('{{url}}') ? { template: bytes } : {}
  return { type, etag, compressed, isImmutable, ...template }
}
