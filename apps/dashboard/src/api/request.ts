import { ApiError, ConnectionError } from '@posthorn/sdk'
import { noteServerTime } from '../parts/moment.tsx'
import { loadErrorWords } from '../words/load.ts'
import { noteRequest } from './recent.ts'

/** What to do when a request is refused because of the session. */
type Refusals = { isSessionOpen(waits: boolean): Promise<boolean>; confirm(): Promise<boolean> }

let refusals: Refusals = { isSessionOpen: async () => false, confirm: async () => false }

/** Sets the handlers for a refused session and for an action that needs the password again. They send requests, so this file can't import them. */
export function onRefusal(next: Refusals): void {
  refusals = next
}

/**
 * Runs requests that can renew the session's token one at a time, in all tabs. Until the browser has the new cookie, requests with the old
 * one are refused. `shared`: waits for them.
 */
export function afterRenewals<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  // Browsers have locks only on secure pages.
  return 'locks' in navigator ? navigator.locks.request('posthorn-session', { mode }, work) : work()
}

/**
 * Sends a request with the session or key. Sends it again if its token was renewed meanwhile. If the session has ended, a change waits until
 * the person has signed in again, and if it needs the password, until they have entered it.
 */
export async function request(input: string, init: RequestInit = {}): Promise<Response> {
  // Another workspace may have opened before the person signs in again, or the client repeats the request.
  const begun = init.headers ?? {}
  const about = aboutOf.has(begun) ? aboutOf.get(begun) : workspace
  aboutOf.set(begun, about)
  const send = () => {
    const headers = authenticate(new Headers(init.headers), { method: init.method, about })
    // The client's time limit may have passed while the request waited for the person.
    const isLate = init.signal?.aborted && (init.signal.reason as Error).name !== 'AbortError'
    const signal = isLate ? null : (init.signal ?? null)
    const sending = () => fetchNoted(input, { ...init, signal, headers, credentials: 'same-origin' })
    return input.startsWith('/app/auth/') && unsafe.has(init.method ?? '')
      ? afterRenewals('exclusive', sending)
      : sending()
  }
  const response = await send()
  // The texts for 429 and for errors above 500 are already loaded.
  if (!response.ok && response.status <= 500 && response.status !== 429) await loadErrorWords().catch(() => {})
  const isSessionOpen = () => refusals.isSessionOpen(unsafe.has(init.method ?? ''))
  // At sign-in, 401 means a wrong password.
  if (response.status === 401 && !input.startsWith('/app/auth/')) return (await isSessionOpen()) ? send() : response
  if (response.status !== 403) return response
  // A proxy may answer in the server's place.
  const { errorCode } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { errorCode?: string }
  if (errorCode === 'confirmation:required') return (await refusals.confirm()) ? send() : response
  // The browser has another session since someone signed in again in another tab.
  if (errorCode === 'csrf:invalid') return (await isSessionOpen()) ? send() : response
  return response
}

/** Sends a request, records it for the drawer, and learns the server's time from its response. Throws a `ConnectionError` if there is none. */
async function fetchNoted(input: string, init: RequestInit): Promise<Response> {
  const end = noteRequest(input, init)
  try {
    const response = await fetch(input, init)
    end(response)
    noteServerTime(response.headers.get('Date'))
    return response
  } catch (cause) {
    end()
    throw new ConnectionError((cause as Error).message, { cause })
  }
}

/** How long a request waits for its response. Without a limit, a server that doesn't respond would hold a page or a sign-out for minutes. */
export const timeoutMs = 30_000

/** How long an upload waits: a large file takes minutes on a slow connection. */
export const uploadTimeoutMs = 600_000

/** Calls a URL without the SDK, such as those for sign-in, which are no part of the public API. Not all of them take an idempotency key. */
export async function call<T>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<T> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  }
  const response = await request(path, { method, headers, signal: AbortSignal.timeout(timeoutMs), ...json })
  const text = await response.text()
  if (!response.ok) throw new ApiError({ status: response.status, headers: response.headers, text })
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** How requests authenticate: with a session cookie, or with a key kept only in memory. */
type Credential = { kind: 'session'; csrf: string } | { kind: 'key'; key: string }

let credential: Credential | undefined
let workspace: string | undefined
/** The workspace of each request, by its headers, which are the same object when the client repeats it. */
const aboutOf = new WeakMap<object, string | undefined>()

/** Sets how further requests authenticate; undefined after signing out. */
export function setCredential(next: Credential | undefined): void {
  credential = next
}

/** Sets the workspace that further requests are about. A key doesn't need it, because it belongs to one workspace. */
export function setWorkspace(id: string | undefined): void {
  workspace = id
}

/** Runs work whose requests, as far as it begins them at once, are about a workspace that need not be the open one. */
export function inWorkspace<T>(id: string | undefined, work: () => T): T {
  const open = workspace
  workspace = id
  try {
    return work()
  } finally {
    workspace = open
  }
}

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const idleAfterMs = 60_000
let usedAtMs = performance.now()
for (const kind of ['input', 'keydown', 'click', 'pointerdown', 'pointermove', 'wheel'])
  addEventListener(kind, () => (usedAtMs = performance.now()), { capture: true, passive: true })

/** Sets the headers of the session or the key, in place of the client's placeholder token. `about`: the workspace that the request is about. */
function authenticate(
  headers: Headers,
  { method = 'GET', about }: { method: string | undefined; about: string | undefined },
): Headers {
  headers.delete('Token')
  if (credential?.kind === 'key') headers.set('Token', credential.key)
  if (credential?.kind !== 'session') return headers
  if (about !== undefined) headers.set('Workspace', about)
  if (unsafe.has(method)) headers.set('Csrf', credential.csrf)
  // What the page reads while no one uses it must not keep the session open.
  if (performance.now() - usedAtMs > idleAfterMs) headers.set('Idle', 'true')
  return headers
}
