import { ApiError } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import { auth, type SignedIn } from '../api/auth.ts'
import { call } from '../api/client.ts'
import { setCredential, setWorkspace } from '../api/credential.ts'
import { removeKept } from '../outbox/kept.ts'

/** A person or a key that may use the dashboard. */
export type Access = { kind: 'person'; account: SignedIn } | { kind: 'key'; key: string }

/** State of the sign-in: not known yet, no one, or someone; `isOver` while a session that ended waits for its password. */
export type SessionState = { access: Access | null | undefined; isOver: boolean }

const signedInKey = 'posthorn.signedIn'

let state: SessionState = { access: undefined, isOver: false }
const listeners = new Set<() => void>()

function set(next: SessionState): void {
  state = next
  const { access } = next
  if (access?.kind === 'person') setCredential({ kind: 'session', csrf: access.account.csrf })
  else setCredential(access?.kind === 'key' ? { kind: 'key', key: access.key } : undefined)
  for (const listener of listeners) listener()
}

/** Returns the state of the sign-in, and shows a component again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Returns who is signed in now. */
export function currentAccess(): Access | null | undefined {
  return state.access
}

/** Asks the gateway once who is signed in. */
export async function restoreSession(): Promise<Access | null> {
  if (state.access !== undefined) return state.access
  // A browser that no one signed in from has no session to ask for.
  const isKnown = localStorage.getItem(signedInKey) !== null
  const account = !isKnown
    ? null
    : await auth.session().catch((error: unknown) => {
        // A server that cannot answer for a moment says nothing about the session.
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      })
  const access: Access | null = account === null ? null : { kind: 'person', account }
  set({ access, isOver: false })
  return access
}

/** Takes over a sign-in that has just succeeded. */
export function beginSession(account: SignedIn): void {
  localStorage.setItem(signedInKey, 'yes')
  set({ access: { kind: 'person', account }, isOver: false })
}

/** Uses an API key instead of a session. It is kept in memory: a reload asks for it again. */
export async function beginWithKey(key: string): Promise<string> {
  setCredential({ kind: 'key', key })
  const { workspace } = await call<{ workspace: { id: string } }>('GET', '/v1/me')
  set({ access: { kind: 'key', key }, isOver: false })
  return workspace.id
}

/** Marks the session as over: the page stays, and asks for the password. */
export function markSessionOver(): void {
  if (state.access) set({ ...state, isOver: true })
}

/** Ends the sign-in here and at the gateway. */
export async function endSession(): Promise<void> {
  if (state.access?.kind === 'person') await auth.signOut().catch(() => {})
  await removeKept()
  localStorage.removeItem(signedInKey)
  set({ access: null, isOver: false })
  setWorkspace(undefined)
}
