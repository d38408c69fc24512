import { ApiError } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import { call, setCredential, setWorkspace } from '../api/api.ts'
import { auth, type SignedIn } from '../api/auth.ts'
import { removeKept } from '../outbox/kept.ts'

export type Access = { kind: 'person'; account: SignedIn } | { kind: 'key'; key: string }

/**
 * Sign-in state. `access`: undefined while unknown, null if signed out. `isOver`: the session has ended and the password is needed again.
 */
export type SessionState = { access: Access | null | undefined; isOver: boolean }

const signedInKey = 'posthorn.signedIn'

let state: SessionState = { access: undefined, isOver: false }
const listeners = new Set<() => void>()

/** Changes the sign-in state, and how requests authenticate. Tells the components that show it. */
function setState(next: SessionState): void {
  state = next
  const { access } = next
  if (access?.kind === 'person') setCredential({ kind: 'session', csrf: access.account.csrf })
  else setCredential(access?.kind === 'key' ? { kind: 'key', key: access.key } : undefined)
  for (const listener of listeners) listener()
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Returns how the person is signed in; null if they aren't, undefined until it is known. */
export function currentAccess(): Access | null | undefined {
  return state.access
}

/** Returns how the person is signed in; null if they aren't. Asks the server only the first time. */
export async function restoreSession(): Promise<Access | null> {
  if (state.access !== undefined) return state.access
  // If no one has signed in using this browser, there is no session to ask about.
  const isKnown = localStorage.getItem(signedInKey) !== null
  const account = !isKnown
    ? null
    : await auth.session().catch((error: unknown) => {
        // Any other error, such as an unreachable server, says nothing about the session.
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      })
  const access: Access | null = account === null ? null : { kind: 'person', account }
  setState({ access, isOver: false })
  return access
}

/** Starts the session after a successful sign-in. */
export function beginSession(account: SignedIn): void {
  localStorage.setItem(signedInKey, 'yes')
  setState({ access: { kind: 'person', account }, isOver: false })
}

/** Uses an API key instead of a session. The key is kept only in memory, so a reload asks for it again. Returns its workspace. */
export async function beginWithKey(key: string): Promise<string> {
  setCredential({ kind: 'key', key })
  const { workspace } = await call<{ workspace: { id: string } }>('GET', '/v1/me')
  setState({ access: { kind: 'key', key }, isOver: false })
  return workspace.id
}

/** Marks the session as ended. The page stays open and asks for the password. */
export function markSessionOver(): void {
  if (state.access) setState({ ...state, isOver: true })
}

/** Signs out, and removes what this browser has kept, such as drafts and unsent messages. */
export async function endSession(): Promise<void> {
  if (state.access?.kind === 'person') await auth.signOut().catch(() => {})
  await removeKept()
  localStorage.removeItem(signedInKey)
  setState({ access: null, isOver: false })
  setWorkspace(undefined)
}
