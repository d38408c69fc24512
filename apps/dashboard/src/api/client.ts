import { ApiError, ConnectionError, Posthorn } from '@posthorn/sdk'
import { noteRequest } from './recent.ts'

/** What to do when a request is refused because of the session. */
type Refusals = { sessionOver(): void; confirm(): Promise<boolean> }

let refusals: Refusals = { sessionOver: () => {}, confirm: async () => false }

/** Sets the handlers for a session that has ended and for an action that needs the password again. */
export function onRefusal(next: Refusals): void {
  refusals = next
}

/** Sends a request with the session or key. If it needs the password, sends it again after the person has entered it. */
export async function request(input: string, init: RequestInit = {}): Promise<Response> {
  const send = () => {
    const headers = authenticate(new Headers(init.headers), init.method)
    return fetchNoted(input, { ...init, headers, credentials: 'same-origin' })
  }
  const response = await send()
  // Elsewhere, 401 doesn't mean that the session ended: at sign-in, it means a wrong password.
  if (response.status === 401 && input.includes('/v1/')) refusals.sessionOver()
  if (response.status !== 403) return response
  const { errorCode } = (await response.clone().json()) as { errorCode?: string }
  if (errorCode !== 'confirmation:required' || !(await refusals.confirm())) return response
  return send()
}

/** Sends a request, and records it for the drawer. */
async function fetchNoted(input: string, init: RequestInit): Promise<Response> {
  const end = noteRequest(input, init)
  try {
    const response = await fetch(input, init)
    end(response)
    return response
  } catch (cause) {
    end()
    throw new ConnectionError((cause as Error).message, { cause })
  }
}

export const api = new Posthorn({
  token: 'replaced below',
  url: location.origin,
  retries: 2,
  timeoutMs: 30_000,
  fetch: (input, init) => request(input instanceof Request ? input.url : String(input), init),
})

/** Calls a URL outside the public API, such as sign-in. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  const response = await request(path, { method, headers, ...json })
  const text = await response.text()
  if (!response.ok) throw new ApiError({ status: response.status, headers: response.headers, text })
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** How requests authenticate: with a session cookie, or with a key kept only in memory. */
type Credential = { kind: 'session'; csrf: string } | { kind: 'key'; key: string }

let credential: Credential | undefined
let workspace: string | undefined

/** Sets how further requests authenticate; undefined after signing out. */
export function setCredential(next: Credential | undefined): void {
  credential = next
}

/** Sets the workspace that further requests are about. A key doesn't need it, because it belongs to one workspace. */
export function setWorkspace(id: string | undefined): void {
  workspace = id
}

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Sets the headers of the session or the key, in place of the client's placeholder token. */
function authenticate(headers: Headers, method = 'GET'): Headers {
  headers.delete('Token')
  if (credential?.kind === 'key') headers.set('Token', credential.key)
  if (credential?.kind !== 'session') return headers
  if (workspace !== undefined) headers.set('Workspace', workspace)
  if (unsafe.has(method)) headers.set('Csrf', credential.csrf)
  return headers
}
