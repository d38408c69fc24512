import { asObject, asText } from './json.ts'
import { type GraphCall, refused, uploadTimeoutMs } from './media-calls.ts'
import { callOutcome } from './outcome.ts'
import type { HandleOutcome, Line, Sample } from './provider.ts'

type TextOutcome = { ok: true; text: string } | Extract<HandleOutcome, { ok: false }>

/** Format of a session id. It goes into the path as it is, with a signature in its query. */
const sessionPattern = /^upload:[\w:%=?&.+-]+$/

/** Resumable upload: the token's app, an upload session, the bytes, and their handle (cloud-api.md 4.2). */
export async function uploadHandle(call: GraphCall, line: Line, { bytes, mime }: Sample): Promise<HandleOutcome> {
  const ask = async (what: Parameters<GraphCall>[1], field: string): Promise<TextOutcome> => {
    const outcome = callOutcome(await call(line, what))
    if (!outcome.ok) return outcome
    const text = asText(asObject(outcome.body)?.[field])
    return text === undefined ? { ok: false, error: refused(`The answer names no ${field}`) } : { ok: true, text }
  }
  const app = await ask({ method: 'GET', path: '/app?fields=id' }, 'id')
  if (!app.ok) return app
  if (!/^\d+$/.test(app.text)) return { ok: false, error: refused('The token names no app') }
  const query = new URLSearchParams({
    file_name: `sample.${endings[mime] ?? 'bin'}`,
    file_length: String(bytes.length),
    file_type: mime,
  })
  const session = await ask({ method: 'POST', path: `/${app.text}/uploads?${query.toString()}` }, 'id')
  if (!session.ok) return session
  if (!sessionPattern.test(session.text)) return { ok: false, error: refused('The upload has no session') }
  const upload = {
    method: 'POST',
    path: `/${session.text}`,
    body: bytes,
    contentType: mime,
    headers: { authorization: `OAuth ${line.accessToken}`, file_offset: '0' },
    timeoutMs: uploadTimeoutMs(bytes.length),
  } as const
  const found = await ask(upload, 'h')
  return found.ok ? { ok: true, handle: found.text } : found
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
}
