import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import type { ExchangeRequest, ExchangeResult } from './exchange.ts'
import { asObject, asText } from './json.ts'
import { callOutcome } from './outcome.ts'
import type { Line, MediaCalls, MediaFile, ProviderError, TransferOutcome } from './provider.ts'

/** Makes one exchange below the version of the Graph API in the name of a number. */
export type GraphCall = (
  line: Line,
  what: Pick<ExchangeRequest, 'method' | 'path' | 'body'> & {
    contentType?: string
    /** Beside those every call has, or instead of them. */
    headers?: Record<string, string>
    timeoutMs?: number
  },
) => Promise<ExchangeResult>

/** For a whole upload or download; below the lease of a job. */
export const transferTimeoutMs = 20_000
/** Hosts media lie at beside the provider's own (cloud-api.md 4.1): nobody else is shown the token. */
const mediaHosts = /(^|\.)(fbsbx\.com|fbcdn\.net|facebook\.com|whatsapp\.net)$/

/** Uploads and downloads, each call made by `call`; `host` is the one of the Graph API. */
export function mediaCalls(call: GraphCall, host: string): MediaCalls {
  return {
    uploadMedia: async (line, file) => {
      const sent = await call(line, {
        method: 'POST',
        path: `/${encodeURIComponent(line.phoneNumberId)}/media`,
        ...multipart('file', file, { messaging_product: 'whatsapp', type: file.mime }),
        timeoutMs: transferTimeoutMs,
      })
      const outcome = callOutcome(sent)
      if (!outcome.ok) return outcome
      const mediaId = asText(asObject(outcome.body)?.id)
      return mediaId === undefined
        ? { ok: false, error: refused('The answer to the upload names no id') }
        : { ok: true, mediaId }
    },
    downloadMedia: async (line, mediaId, { bytesMax }) => {
      const path = `/${encodeURIComponent(mediaId)}?phone_number_id=${encodeURIComponent(line.phoneNumberId)}`
      const outcome = callOutcome(await call(line, { method: 'GET', path }))
      if (!outcome.ok) return outcome
      const address = asText(asObject(outcome.body)?.url)
      if (address === undefined || !URL.canParse(address))
        return { ok: false, error: refused('Media without an address') }
      const { host: at, hostname, protocol } = new URL(address)
      const trusted = at === host || (protocol === 'https:' && mediaHosts.test(hostname))
      if (!trusted) return { ok: false, error: refused(`Media at ${hostname}, which gets no token`) }
      return download(address, { token: line.accessToken, bytesMax })
    },
  }
}

/** The form of an upload (cloud-api.md 4.1): some texts, and the file under its name. */
export function multipart(
  name: string,
  { bytes, mime, filename }: MediaFile,
  texts: Record<string, string>,
): { body: Buffer; contentType: string } {
  const boundary = randomUUID()
  const fields = Object.entries(texts).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const safeName = filename.replace(/["\r\n\\]/g, '_')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${safeName}"\r\nContent-Type: ${mime}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(fields.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

async function download(url: string, opts: { token: string; bytesMax: number }): Promise<TransferOutcome> {
  try {
    const answer = await request(url, {
      headers: { authorization: `Bearer ${opts.token}`, 'user-agent': 'posthorn' },
      signal: AbortSignal.timeout(transferTimeoutMs),
    })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      return {
        ok: false,
        error: { ...refused(`Media answered ${answer.statusCode}`), retryable: answer.statusCode >= 500 },
      }
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > opts.bytesMax) return { ok: false, error: refused(`Media of more than ${opts.bytesMax} bytes`) }
      chunks.push(chunk)
    }
    return { ok: true, bytes: Buffer.concat(chunks), mime: asText(answer.headers['content-type']) }
  } catch (err) {
    const title = err instanceof Error ? err.message : 'Media could not be read'
    return { ok: false, error: { ...refused(title), errorCode: 'provider:unreachable', retryable: true } }
  }
}

/** The provider's answer is of no use. */
export function refused(title: string): ProviderError {
  return { code: null, title, errorCode: 'provider:refused', retryable: false }
}
