import { ApiError } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import { auth, type SignedIn } from '../api/auth.ts'
import { call, setCredential, setWorkspace } from '../api/client.ts'
import { removeKept } from '../outbox/kept.ts'

/** A person or key that uses the dashboard. */
export type Access = { kind: 'person'; account: SignedIn } | { kind: 'key'; key: string }

/** Sign-in state: unknown, no one, or someone; `isOver` while an ended session waits for the password. */
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

/** Returns the sign-in state, and renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

export function currentAccess(): Access | null | undefined {
  return state.access
}

/** Asks the gateway once who is signed in. */
export async function restoreSession(): Promise<Access | null> {
  if (state.access !== undefined) return state.access
  // Without a sign-in, there is no session to ask for.
  const isKnown = localStorage.getItem(signedInKey) !== null
  const account = !isKnown
    ? null
    : await auth.session().catch((error: unknown) => {
        // A server that can't respond says nothing about the session.
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      })
  const access: Access | null = account === null ? null : { kind: 'person', account }
  set({ access, isOver: false })
  return access
}

/** Stores a sign-in that has just succeeded. */
export function beginSession(account: SignedIn): void {
  localStorage.setItem(signedInKey, 'yes')
  set({ access: { kind: 'person', account }, isOver: false })
}

/** Uses an API key instead of a session. It is only in memory: a reload asks for it again. */
export async function beginWithKey(key: string): Promise<string> {
  setCredential({ kind: 'key', key })
  const { workspace } = await call<{ workspace: { id: string } }>('GET', '/v1/me')
  set({ access: { kind: 'key', key }, isOver: false })
  return workspace.id
}

/** Marks the session as ended. The page stays, and asks for the password. */
export function markSessionOver(): void {
  if (state.access) set({ ...state, isOver: true })
}

export async function endSession(): Promise<void> {
  if (state.access?.kind === 'person') await auth.signOut().catch(() => {})
  await removeKept()
  localStorage.removeItem(signedInKey)
  set({ access: null, isOver: false })
  setWorkspace(undefined)
}
