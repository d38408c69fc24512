import { assertSendRequest } from './assertions.ts'
import { hasDocument, requestTypes, requestViolations } from './document.ts'

/** A request to the Graph API; `body` is the parsed JSON, undefined when there is none or it is no JSON. */
export type GraphRequest = { method: string; url: string; body: unknown }

/** The document's names of the things that paths begin with; of two that fit, the first is meant. */
const owners = ['{Phone-Number-ID}', '{group_id}', '{WABA-ID}', '{Media-ID}']

/** Paths of Graph itself, which the document leaves out (cloud-api.md 4.2). */
const beyond = [/^GET \/app$/, /^POST \/\d+\/uploads$/, /^POST \/upload:/]

/**
 * Fails unless the provider's document knows the path and the method of a request and accepts its JSON body; what is sent to
 * `/messages` has rules of its own besides. Without the document only those are asked.
 *
 * @throws Error that lists every violation.
 */
export function assertRequest({ method, url, body }: GraphRequest): void {
  const path = new URL(url, 'http://graph').pathname.replace(/^\/v\d+\.\d+(?=\/)/, '')
  const asked = `${method} ${path}`
  if (path.endsWith('/messages') && isObject(body)) return assertSendRequest(body)
  if (!hasDocument || beyond.some((pattern) => pattern.test(asked))) return
  const [, leaf] = /^\/[^/]+(\/.+)?$/.exec(path) ?? []
  const known = owners.map((owner) => `/{Version}/${owner}${leaf ?? ''}`).filter((each) => requestTypes(each, method))
  if (known.length === 0) throw new Error(`the provider's document has no ${asked}`)
  if (!isObject(body) || Object.keys(body).length === 0) return
  const found = known.map((each) =>
    requestTypes(each, method)?.includes('application/json')
      ? requestViolations(each, method, body)
      : [`/ ${asked} takes no JSON`],
  )
  if (found.some((violations) => violations.length === 0)) return
  throw new Error(`${asked} breaks the provider's contract:\n${found[0]?.join('\n')}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
