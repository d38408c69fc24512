import { hasDocument, requestTypes, requestViolations, violations } from './document.ts'
import { callbackRuleViolations, isModeled, sendRuleViolations } from './rules.ts'

// Tests reach no real provider. Instead, they check what we send to it, and what our simulator does in its place, against its document.

type Json = Record<string, unknown>

const answerSchemas = {
  send: 'MessageResponsePayload',
  read: 'MarkMessageResponsePayload',
  number: 'PhoneNumberInfo',
  error: 'GraphAPIError',
}

/**
 * Fails unless a body posted to `/messages` satisfies both our corrected version of the provider's document and the handwritten rules. Pins
 * are checked only against the rules, as are all bodies if the document isn't available.
 *
 * @throws Error that lists every violation.
 */
export function assertSendRequest(body: Json): void {
  const fromDocument = body.type === 'pin' ? [] : documentViolations('Message', body)
  refuse('the send request', [...fromDocument, ...sendRuleViolations(body)])
}

/** Fails unless a Graph API response matches the document and the handwritten rules. */
export function assertAnswer(kind: keyof typeof answerSchemas, body: Json): void {
  refuse(`the answer (${kind})`, [
    ...documentViolations(answerSchemas[kind], body),
    ...(answerRules[kind]?.(body) ?? []),
  ])
}

/**
 * Fails unless a callback body matches the document and the handwritten rules. The document models only messages and groups, so a callback
 * with other fields is checked only against the rules.
 */
export function assertCallback(body: Json): void {
  const entries = (body.entry ?? []) as { changes?: { field?: unknown }[] }[]
  const modeled = entries.every(({ changes = [] }) => changes.every(({ field }) => isModeled(field)))
  refuse('the callback', [
    ...(modeled ? documentViolations('WebhookPayload', body) : []),
    ...callbackRuleViolations(body),
  ])
}

/** What the document does not require of a response, but the provider always sends. */
const answerRules: Readonly<Record<string, (body: Json) => string[]>> = {
  send: (body) => {
    const [message] = (body.messages ?? []) as Json[]
    const [contact] = (body.contacts ?? []) as Json[]
    return [
      ...(body.messaging_product === 'whatsapp' ? [] : ['/messaging_product must be whatsapp']),
      ...(/^wamid\../.test(String(message?.id)) ? [] : ['/messages/0/id must begin with wamid.']),
      ...(typeof contact?.input === 'string' ? [] : ['/contacts/0/input is missing']),
    ]
  },
  read: (body) => (body.success === true ? [] : ['/success must be true']),
  number: (body) => (/^\d+$/.test(String(body.id)) ? [] : ['/id must be digits']),
  error: (body) => {
    const error = (body.error ?? {}) as Json
    return ['fbtrace_id', 'error_data']
      .filter((key) => error[key] === undefined)
      .map((key) => `/error/${key} is missing`)
  },
}

/** Returns nothing if the provider's document isn't available, because we may not include it. */
const documentViolations = (schemaName: string, body: Json): string[] =>
  hasDocument ? violations(schemaName, body) : []

/** Throws one error with all faults, if there are any. */
function refuse(subject: string, faults: string[]): void {
  if (faults.length > 0) throw new Error(`${subject} breaks the provider's contract:\n${faults.join('\n')}`)
}

/** A Graph API request. `body` is the parsed JSON; undefined if there is none or it is invalid. */
export type GraphRequest = { method: string; url: string; body: unknown }

/** The document's names for a path's first segment. If several match, one that accepts the body is enough. */
const owners = ['{Phone-Number-ID}', '{group_id}', '{WABA-ID}', '{Media-ID}']

/** Paths of the Graph API itself, which aren't in the document. */
const beyond = [/^GET \/app$/, /^POST \/\d+\/uploads$/, /^POST \/upload:/]

/**
 * Fails unless the provider's document lists the request's path and method and accepts its JSON body. An empty body, or one that isn't an
 * object, isn't checked. An object sent to `/messages` is checked with `assertSendRequest`, which doesn't look at the path's owner or the
 * method. Other requests aren't checked if their path is in `beyond` or the document isn't available.
 *
 * @throws Error that lists every violation.
 */
export function assertRequest({ method, url, body }: GraphRequest): void {
  const path = new URL(url, 'http://graph').pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')
  const methodAndPath = `${method} ${path}`
  if (path.endsWith('/messages') && isObject(body)) return assertSendRequest(body)
  if (!hasDocument || beyond.some((pattern) => pattern.test(methodAndPath))) return
  const [, leaf] = /^\/[^/]+(\/.+)?$/.exec(path) ?? []
  const candidates = owners
    .map((owner) => `/{Version}/${owner}${leaf ?? ''}`)
    .filter((candidate) => requestTypes(candidate, method))
  if (candidates.length === 0) throw new Error(`the provider's document has no ${methodAndPath}`)
  if (!isObject(body) || Object.keys(body).length === 0) return
  const found = candidates.map((candidate) =>
    requestTypes(candidate, method)?.includes('application/json')
      ? requestViolations(candidate, method, body)
      : [`/ ${methodAndPath} takes no JSON`],
  )
  if (found.some((violations) => violations.length === 0)) return
  throw new Error(`${methodAndPath} breaks the provider's contract:\n${found[0]?.join('\n')}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
