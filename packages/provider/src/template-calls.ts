import { asObject, asText, itemsOf, nextCursor } from './json.ts'
import { type GraphCall, refused, uploadTimeoutMs } from './media-calls.ts'
import { callOutcome } from './outcome.ts'
import type { HandleOutcome, NewTemplate, NumberAccess, ProviderTemplate, Sample, TemplateCalls } from './provider.ts'

const fields = 'id,name,language,category,status,rejected_reason,quality_score,components'

/** Calls that manage a business account's templates. */
export function templateCalls(call: GraphCall): TemplateCalls {
  const pathOf = (businessAccountId: string, query?: Record<string, string | undefined>) => {
    const given = Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const text = new URLSearchParams(Object.fromEntries(given)).toString()
    return `/${encodeURIComponent(businessAccountId)}/message_templates${text === '' ? '' : `?${text}`}`
  }
  return {
    listTemplates: async ({ access, businessAccountId }, { size, ...filter }) => {
      const path = pathOf(businessAccountId, { fields, limit: String(size), ...filter })
      const outcome = callOutcome(await call(access, { method: 'GET', path }))
      if (!outcome.ok) return outcome
      const after = nextCursor(outcome.body)
      const templates = itemsOf(asObject(outcome.body)?.data).flatMap(templateFrom)
      return { ok: true, templates, ...(after !== undefined && { after }) }
    },
    uploadSample: (access, sample) => uploadForHandle(call, access, sample),
    createTemplate: async ({ access, businessAccountId }, template) => {
      const body = JSON.stringify(bodyOf(template))
      const outcome = callOutcome(await call(access, { method: 'POST', path: pathOf(businessAccountId), body }))
      if (!outcome.ok) return outcome
      const { id, status, category } = asObject(outcome.body) ?? {}
      const made = {
        id: asText(id),
        status: asText(status) ?? 'PENDING',
        category: asText(category) ?? template.category,
      }
      if (made.id === undefined) return { ok: false, error: refused('The answer names no template') }
      return { ok: true, id: made.id, status: made.status, category: made.category }
    },
    deleteTemplate: async ({ access, businessAccountId }, name) => {
      const outcome = callOutcome(await call(access, { method: 'DELETE', path: pathOf(businessAccountId, { name }) }))
      return outcome.ok ? { ok: true } : outcome
    },
  }
}

/** Reads a template; none if it lacks its id, name or language. */
function templateFrom(value: unknown): ProviderTemplate[] {
  const item = asObject(value)
  const [id, name, language] = [asText(item?.id), asText(item?.name), asText(item?.language)]
  if (id === undefined || name === undefined || language === undefined) return []
  const reason = asText(item?.rejected_reason)
  const quality = asText(asObject(item?.quality_score)?.score)
  return [
    {
      id,
      name,
      language,
      category: asText(item?.category) ?? 'UNKNOWN',
      status: asText(item?.status) ?? 'UNKNOWN',
      ...(reason !== undefined && reason !== 'NONE' && { rejectedReason: reason }),
      ...(quality !== undefined && { quality }),
      components: itemsOf(item?.components).map((component) => asObject(component) ?? {}),
    },
  ]
}

/** Returns the body that creates a template. The provider must be told if its variables have names. */
function bodyOf({ name, language, category, components, named }: NewTemplate): Record<string, unknown> {
  return { name, language, category, ...(named && { parameter_format: 'NAMED' }), components }
}

type TextOutcome = { ok: true; text: string } | Extract<HandleOutcome, { ok: false }>

/** Format of a session id. It goes into the path unchanged, with a signature in its query. */
const sessionPattern = /^upload:[\w:%=?&.+-]+$/

/**
 * Uploads a file for a call that takes a handle rather than a media id, such as one for a template or a profile picture. Finds the token's
 * app, opens an upload session there, sends the bytes, and returns their handle.
 */
export async function uploadForHandle(
  call: GraphCall,
  access: NumberAccess,
  { bytes, mime }: Sample,
): Promise<HandleOutcome> {
  const ask = async (what: Parameters<GraphCall>[1], field: string): Promise<TextOutcome> => {
    const outcome = callOutcome(await call(access, what))
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
    headers: { authorization: `OAuth ${access.accessToken}`, file_offset: '0' },
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
