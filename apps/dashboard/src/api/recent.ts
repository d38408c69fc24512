import { storeOf } from '../parts/store.ts'

/** A request from this page, its outcome, and its body unless that contains a secret. */
export type RecentRequest = {
  id: number
  /** URL of the screen that sent the request. */
  screen: string
  method: string
  path: string
  at: number
  body?: string
  /** Why the body is omitted: it contains a secret, or is a file. */
  omitted?: 'secret' | 'file'
  /** How long the request took; absent while it runs. */
  ms?: number
  /** Absent until the response arrives, or if there is none. */
  status?: number
  requestId?: string
}

const keptMax = 100
/** Names of fields whose values must not be recorded. The quoted ones count only as whole names. In a text, they hide the body too. */
const secret = /secret|token|password|credential|"(pin|code|key)"/i
/** The last requests, newest first. The drawer shows those of the screen. */
export const recentRequests = storeOf<readonly RecentRequest[]>([])
let lastId = 0

/**
 * Records a request to the public API for the drawer, where developers see how to make it themselves. Call the returned function with the
 * response, or without one if there is none.
 */
export function noteRequest(input: string, { method = 'GET', body }: RequestInit): (response?: Response) => void {
  const { pathname, search } = new URL(input, location.origin)
  if (!pathname.startsWith('/v1/')) return () => {}
  const at = Date.now()
  const id = ++lastId
  const noted = { id, screen: location.pathname, method, path: pathname + search, at, ...keptOf(body) }
  recentRequests.set([noted, ...recentRequests.get()].slice(0, keptMax))
  return (response) => {
    const requestId = response?.headers.get('X-Request-Id')
    const answer = response ? { status: response.status, ...(requestId ? { requestId } : {}) } : {}
    const ms = Date.now() - at
    recentRequests.set(recentRequests.get().map((each) => (each.id === id ? { ...each, ms, ...answer } : each)))
  }
}

/** Returns a body that may be shown, or why it isn't kept. */
function keptOf(body: RequestInit['body']): Pick<RecentRequest, 'body' | 'omitted'> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'string') return { omitted: 'file' }
  return secret.test(body) ? { omitted: 'secret' } : { body }
}
