import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { request } from 'undici'
import type { ExchangeRequest, ExchangeResult } from './exchange.ts'
import { asObject, asText } from './json.ts'
import { numberOutcome, uploadOutcome } from './outcome.ts'
import type { MediaCalls, MediaDownload, MediaFile, NumberAccess, ProviderError, TransferOutcome } from './provider.ts'

/** Performs an exchange for a number, under the Graph API's version path. */
export type GraphCall = (
  access: NumberAccess,
  what: Pick<ExchangeRequest, 'method' | 'path' | 'body'> & {
    contentType?: string
    /** Added to the headers of every call. Headers with the same name are replaced. */
    headers?: Record<string, string>
    timeoutMs?: number
  },
) => Promise<ExchangeResult>

/** Timeout for a download. Shorter than its job's lease. */
const downloadTimeoutMs = 80_000
/** Timeout for an upload: a minimum, plus time for the bytes on a slow connection. */
const uploadTimeout = { leastMs: 20_000, bytesPerSecond: 512 * 1024 }

/** Returns how long an upload of this size may take on a slow connection. */
export const uploadTimeoutMs = (sizeBytes: number): number =>
  uploadTimeout.leastMs + Math.ceil((sizeBytes / uploadTimeout.bytesPerSecond) * 1000)

/** Media hosts in addition to the provider's own. No other host receives the token. */
const mediaHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/

/** Returns bytes in memory as a file to upload. */
export function fileOf(bytes: Buffer, about: Pick<MediaFile, 'mime' | 'filename'>): MediaFile {
  async function* parts() {
    yield bytes
  }
  return { size: bytes.length, parts, ...about }
}

/** Returns the calls that upload and download files. `providerHost`: the host of the other calls, which may get the token. */
export function mediaCalls(call: GraphCall, providerHost: string): MediaCalls {
  return {
    uploadMedia: async (access, file) => {
      const sent = await call(access, {
        method: 'POST',
        path: `/${encodeURIComponent(access.phoneNumberId)}/media`,
        ...multipart('file', file, { messaging_product: 'whatsapp', type: file.mime }),
        timeoutMs: uploadTimeoutMs(file.size),
      })
      return uploadOutcome(sent, new Date())
    },
    downloadMedia: async (access, mediaId, options) => {
      // Without the optional `phone_number_id`, which the provider refuses for some of the media that customers send.
      const path = `/${encodeURIComponent(mediaId)}`
      // The provider answers the same for media that it lost and for a token without access, so the number may be the cause.
      const outcome = numberOutcome(await call(access, { method: 'GET', path }))
      if (!outcome.ok) return outcome
      const address = asText(asObject(outcome.body)?.url)
      if (address === undefined || !URL.canParse(address))
        return { ok: false, error: refused('Media without an address') }
      const { host, hostname, protocol } = new URL(address)
      const trusted = host === providerHost || (protocol === 'https:' && mediaHosts.test(hostname))
      if (!trusted) return { ok: false, error: refused(`Media at ${hostname}, which gets no token`) }
      return download(address, access.accessToken, options)
    },
  }
}

/** Returns the multipart form of an upload: text fields, and the file, which is read while it is sent. */
export function multipart(
  fileField: string,
  file: MediaFile,
  texts: Record<string, string>,
): { body: Readable; contentType: string; headers: Record<string, string> } {
  const boundary = randomUUID()
  const fields = Object.entries(texts).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const safeName = file.filename.replace(/["\r\n\\]/g, '_')
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="${safeName}"\r\nContent-Type: ${file.mime}\r\n\r\n`
  const head = Buffer.from(fields.join('') + fileHead)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* form() {
    yield head
    yield* file.parts()
    yield end
  }
  const body = Readable.from(form(), { objectMode: false })
  // The body may fail after the exchange has ended. Without a listener, the error would end the process.
  body.on('error', () => {})
  return {
    body,
    contentType: `multipart/form-data; boundary=${boundary}`,
    headers: { 'content-length': String(head.length + file.size + end.length) },
  }
}

/** Downloads a file with the number's token. `keep` stores the bytes while they arrive. */
async function download<T>(
  url: string,
  token: string,
  { bytesMax, keep }: MediaDownload<T>,
): Promise<TransferOutcome<T>> {
  const state = { size: 0 }
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'posthorn' },
      signal: AbortSignal.timeout(downloadTimeoutMs),
    })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      // The address is valid for minutes only. Another attempt gets a new one.
      return { ok: false, error: { ...refused(`Media answered ${answer.statusCode}`), retryable: true } }
    }
    const kept = await keep(bounded(answer.body, { bytesMax, state }))
    return { ok: true, kept, mime: asText(answer.headers['content-type']) }
  } catch (err) {
    if (state.size > bytesMax) return { ok: false, error: refused(`Media of more than ${bytesMax} bytes`) }
    // The message shows the title. The details may name paths or addresses.
    const details = err instanceof Error ? err.message : String(err)
    const failed = { ...refused('Media could not be read'), details }
    return { ok: false, error: { ...failed, errorCode: 'provider:unreachable', retryable: true } }
  }
}

/** Passes bytes on, and fails once there are too many. `state` has their number, which tells this failure from others. */
async function* bounded(
  bytes: AsyncIterable<Buffer>,
  { bytesMax, state }: { bytesMax: number; state: { size: number } },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    state.size += chunk.length
    if (state.size > bytesMax) throw new Error('too many bytes')
    yield chunk
  }
}

/** Returns the error for an unusable response from the provider. */
export function refused(title: string): ProviderError {
  return { code: null, title, errorCode: 'provider:refused', retryable: false }
}
