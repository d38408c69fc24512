import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Reply, sendBytes } from '../exchange.ts'

/** The version of a body. `isImmutable` means that the URL identifies the version, so the body never changes. */
type Version = { etag: string; isImmutable?: boolean }

/** Body that doesn't change while the process runs, with its compressed variants. */
export type ConstantBody = Version & { type: string; bytes: Buffer; gzip?: Buffer; brotli?: Buffer }

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Compresses text that is sent frequently. */
export async function constantBody(type: string, text: string): Promise<ConstantBody> {
  const bytes = Buffer.from(text)
  // A higher quality takes a second longer and saves 2 %.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [zipped, brotli] = await Promise.all([compressGzip(bytes, { level: 9 }), compressBrotli(bytes, { params })])
  return { type, etag: etagOf(bytes), bytes, gzip: zipped, brotli }
}

/** Returns the version of a body: a part of its hash, which is the same in all processes. */
export const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Sends the smallest variant that the client accepts, or 304 if the client has this version. */
export function sendConstant(reply: Reply, body: ConstantBody): void {
  if (sendUnchanged(reply, body)) return
  const { bytes, encoding } = variantFor(body, reply.req.headers['accept-encoding'])
  if (encoding) reply.headers['Content-Encoding'] = encoding
  sendBytes(reply, 200, { type: body.type, body: bytes })
}

/** Sets the caching headers. If the client has this version, sends 304 and returns true. */
export function sendUnchanged({ req, res, headers, requestId }: Reply, { etag, isImmutable }: Version): boolean {
  headers['Cache-Control'] = isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
  Object.assign(headers, { Vary: 'Accept-Encoding', ETag: etag })
  const known = req.headers['if-none-match'] ?? ''
  if (known.trim() !== '*' && !known.includes(etag)) return false
  res.writeHead(304, { 'X-Request-Id': requestId, ...headers }).end()
  return true
}

/** Returns the smallest variant that the client accepts. */
function variantFor(
  { bytes, gzip: zipped, brotli }: ConstantBody,
  accepted: string | string[] | undefined,
): { bytes: Buffer; encoding?: string } {
  if (brotli && accepts(accepted, 'br')) return { bytes: brotli, encoding: 'br' }
  if (zipped && accepts(accepted, 'gzip')) return { bytes: zipped, encoding: 'gzip' }
  return { bytes }
}

/** Whether an `Accept-Encoding` value names the encoding. `q=0` excludes it. */
export const accepts = (accepted: string | string[] | undefined, encoding: string): boolean =>
  String(accepted ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, ...parameters]) => name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))
