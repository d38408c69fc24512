import { assertSendRequest } from './assertions.ts'
import { hasDocument, requestTypes, requestViolations } from './document.ts'

/** A Graph API request. `body` is the parsed JSON; undefined if there is none or it is invalid. */
export type GraphRequest = { method: string; url: string; body: unknown }

/** The document's names for a path's first segment. If two match, the first is used. */
const owners = ['{Phone-Number-ID}', '{group_id}', '{WABA-ID}', '{Media-ID}']

/** Paths of the Graph API itself, which aren't in the document (cloud-api.md 4.2). */
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
