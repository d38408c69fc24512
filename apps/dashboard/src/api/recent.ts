/** A request that this page made: how it ended, once it has, and its body, where that has no secret. */
export type RecentRequest = {
  id: number
  /** Address of the screen that was shown then. */
  screen: string
  method: string
  path: string
  at: number
  body?: string
  /** The body was left out: it has a secret, or it is a file. */
  left?: 'secret' | 'file'
  ms?: number
  /** Absent until there is an answer, and where none came. */
  status?: number
  requestId?: string
}

const kept = 100
/** Names of fields whose values are not to be kept. */
const secret = /secret|token|password|credential|"(pin|code|key)"/i
let recent: readonly RecentRequest[] = []
let made = 0
const listeners = new Set<() => void>()

function set(next: readonly RecentRequest[]): void {
  recent = next
  for (const listener of listeners) listener()
}

/** Notes a request to an operation; the returned function notes its answer, or that there is none. */
export function noteRequest(input: string, { method = 'GET', body }: RequestInit): (response?: Response) => void {
  const { pathname, search } = new URL(input, location.origin)
  if (!pathname.startsWith('/v1/')) return () => {}
  const at = Date.now()
  const id = ++made
  const noted = { id, screen: location.pathname, method, path: pathname + search, at, ...keptOf(body) }
  set([noted, ...recent].slice(0, kept))
  return (response) => {
    const requestId = response?.headers.get('X-Request-Id')
    const answer = response ? { status: response.status, ...(requestId ? { requestId } : {}) } : {}
    set(recent.map((each) => (each.id === id ? { ...each, ms: Date.now() - at, ...answer } : each)))
  }
}

function keptOf(body: RequestInit['body']): Pick<RecentRequest, 'body' | 'left'> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'string') return { left: 'file' }
  return secret.test(body) ? { left: 'secret' } : { body }
}

/** Returns the newest requests of this page, the newest first. */
export const recentRequests = (): readonly RecentRequest[] => recent

/** Subscribes to new requests and answers. */
export function onRecentRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
