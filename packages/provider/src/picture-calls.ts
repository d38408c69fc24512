import { asObject, asText } from './json.ts'
import { type GraphCall, refused, transferTimeoutMs } from './media-calls.ts'
import { callOutcome } from './outcome.ts'
import type { Line, PictureCalls, ProviderError } from './provider.ts'

type Found = { ok: true; text: string } | { ok: false; error: ProviderError }

/** What a session and a handle look like: they go into a path and a body as they are, with the signature in their query. */
const sessionPattern = /^upload:[\w:%=?&.+-]+$/

/** The way of a picture to the profile: the app of the token, a session of its uploads, the bytes, the handle (cloud-api.md 4.2, 8). */
export function pictureCalls(call: GraphCall): PictureCalls {
  const ask = async (line: Line, what: Parameters<GraphCall>[1], field: string): Promise<Found> => {
    const outcome = callOutcome(await call(line, what))
    if (!outcome.ok) return outcome
    const text = asText(asObject(outcome.body)?.[field])
    return text === undefined ? { ok: false, error: refused(`The answer names no ${field}`) } : { ok: true, text }
  }
  return {
    changePicture: async (line, { bytes, mime }) => {
      const app = await ask(line, { method: 'GET', path: '/app?fields=id' }, 'id')
      if (!app.ok) return app
      if (!/^\d+$/.test(app.text)) return { ok: false, error: refused('The token names no app') }
      const query = new URLSearchParams({
        file_name: `picture.${mime === 'image/png' ? 'png' : 'jpg'}`,
        file_length: String(bytes.length),
        file_type: mime,
      })
      const path = `/${app.text}/uploads?${query.toString()}`
      const session = await ask(line, { method: 'POST', path }, 'id')
      if (!session.ok) return session
      if (!sessionPattern.test(session.text)) return { ok: false, error: refused('The upload has no session') }
      const headers = { authorization: `OAuth ${line.accessToken}`, file_offset: '0' }
      const timeoutMs = transferTimeoutMs
      const upload = {
        method: 'POST',
        path: `/${session.text}`,
        body: bytes,
        contentType: mime,
        headers,
        timeoutMs,
      } as const
      const handle = await ask(line, upload, 'h')
      if (!handle.ok) return handle
      const shown = callOutcome(
        await call(line, {
          method: 'POST',
          path: `/${encodeURIComponent(line.phoneNumberId)}/whatsapp_business_profile`,
          body: JSON.stringify({ messaging_product: 'whatsapp', profile_picture_handle: handle.text }),
        }),
      )
      return shown.ok ? { ok: true } : shown
    },
  }
}
