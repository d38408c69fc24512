import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sendBytes } from '../answer.ts'
import type { Exchange } from '../exchange.ts'

/** Bytes that stay the same while the process runs, with their compressed forms. */
export type ConstantBody = { type: string; etag: string; bytes: Buffer; gzip?: Buffer; brotli?: Buffer }

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Compresses a text that is sent often. */
export async function constantBody(type: string, text: string): Promise<ConstantBody> {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  // A higher quality takes a second for 2 % fewer bytes.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [zipped, brotli] = await Promise.all([compressGzip(bytes, { level: 9 }), compressBrotli(bytes, { params })])
  return { type, etag, bytes, gzip: zipped, brotli }
}

/** Sends a constant body in the smallest form that the reader accepts, or 304 to a reader that has it. */
export function sendConstant(exchange: Exchange, body: ConstantBody): void {
  const { req, headers } = exchange
  Object.assign(headers, { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: body.etag })
  if (req.headers['if-none-match']?.includes(body.etag)) {
    return void exchange.res.writeHead(304, { 'X-Request-Id': exchange.requestId, ...headers }).end()
  }
  const { bytes, encoding } = formFor(body, req.headers['accept-encoding'])
  if (encoding) headers['Content-Encoding'] = encoding
  sendBytes(exchange, 200, { type: body.type, body: bytes })
}

/** Returns the smallest form of a body that the reader accepts. */
export function formFor(
  { bytes, gzip: zipped, brotli }: Pick<ConstantBody, 'bytes' | 'gzip' | 'brotli'>,
  accepted: string | string[] | undefined,
): { bytes: Buffer; encoding?: string } {
  if (brotli && accepts(accepted, 'br')) return { bytes: brotli, encoding: 'br' }
  if (zipped && accepts(accepted, 'gzip')) return { bytes: zipped, encoding: 'gzip' }
  return { bytes }
}

/** Returns true when the value of `Accept-Encoding` names an encoding; `q=0` refuses it. */
export function accepts(accepted: string | string[] | undefined, encoding: string): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, ...parameters]) => name === encoding && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))
}
