import { ApiError } from '@posthorn/sdk'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryClient } from '../api/api.ts'
import { auth, type Role, type SignedIn } from '../api/auth.ts'
import { afterRenewals, call, inWorkspace, setCredential } from '../api/request.ts'
import { chatsOfOutbox, removeOwn, setWriter } from '../outbox/outbox.ts'
import { storeOf } from '../parts/store.ts'
import { say } from '../words/words.ts'

/** The caller in a workspace: a member or a key. */
export type Me = {
  workspace: { id: string; name: string }
  member?: { id: string; name: string; email: string; role: Role; numbers: string[] | null } | null
  key?: { id: string; name: string; scopes: string[]; numbers: string[] | null } | null
  may: string[]
  workspaces?: { id: string; name: string; role: Role }[]
}

/** Stands for the workspace of a key, which only the server knows. */
export const ownWorkspace = 'own'

/** The caller in a workspace, with the operations that they may use. */
export const meQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['me', workspaceId],
    // While another workspace opens, the requests of the page are still about the one before.
    queryFn: () => inWorkspace(workspaceId === ownWorkspace ? undefined : workspaceId, () => call<Me>('GET', '/v1/me')),
    staleTime: 60_000,
  })

export const useWorkspaceId = (): string => useParams({ strict: false }).ws ?? ''

export const useMe = (): Me => useSuspenseQuery(meQuery(useWorkspaceId())).data

/** Returns whether the caller is limited to some numbers, and so can't change what concerns all of them. */
export function useIsLimited(): boolean {
  const { member, key } = useMe()
  return ((member ?? key)?.numbers ?? null) !== null
}

/**
 * Returns a function that tells whether the caller may use an operation, such as `chats.list`: false until that is known. Screens offer only
 * those.
 */
export function useMay(): (operation: string) => boolean {
  const { data } = useQuery(meQuery(useWorkspaceId()))
  const { access } = useSession()
  const isOperator = access?.kind === 'person' && access.account.person.operator === true
  return (operation) => (operation === installation ? isOperator : data !== undefined && mayUse(data, operation))
}

/** The operator permission. It belongs to a person, not to a role. */
export const installation = 'installation'

/** Whether the caller may use an operation. Notifications belong to members, and a key isn't one. */
const mayUse = ({ may, member }: Me, operation: string): boolean =>
  may.includes(operation) && (Boolean(member) || !operation.startsWith('notifications.'))

type Access = { kind: 'person'; account: SignedIn } | { kind: 'key'; key: string }

/**
 * Sign-in state. `access`: undefined while unknown, null if signed out. `isOver`: the session has ended and the password is needed again.
 */
type SessionState = { access: Access | null | undefined; isOver: boolean }

const signedInKey = 'posthorn.signedIn'

const session = storeOf<SessionState>({ access: undefined, isOver: false })

/** Changes the sign-in state, and how requests authenticate. */
function setState(next: SessionState): void {
  const { access } = next
  if (access?.kind === 'person') setCredential({ kind: 'session', csrf: access.account.csrf })
  else setCredential(access?.kind === 'key' ? { kind: 'key', key: access.key } : undefined)
  // The beginning of a key is public.
  setWriter(access?.kind === 'person' ? access.account.person.id : (access?.key.slice(0, 20) ?? ''))
  session.set(next)
}

export const useSession = (): SessionState => session.use()

/** Returns how the person is signed in; null if they aren't, undefined until it is known. */
export const currentAccess = (): Access | null | undefined => session.get().access

/** Returns how the person is signed in; null if they aren't. Asks the server only until it knows. */
export async function restoreSession(): Promise<Access | null> {
  const known = currentAccess()
  if (known !== undefined) return known
  // If no one has signed in using this browser, there is no session to ask about.
  const isKnown = localStorage.getItem(signedInKey) !== null
  const account = isKnown ? await readAccount() : null
  const access: Access | null = account === null ? null : { kind: 'person', account }
  setState({ access, isOver: false })
  return access
}

/** Returns the account of the browser's session; null if it has none. */
const readAccount = () =>
  auth.session().catch((error: unknown) => {
    // Any other error, such as an unreachable server, says nothing about the session.
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

/**
 * Takes over the account and the token of a response: after a sign-in, or after a change of the account. Other tabs that ask for the password
 * see the changed value, and ask no longer.
 */
export function beginSession(account: SignedIn): void {
  localStorage.setItem(signedInKey, account.confirmedAt)
  setState({ access: { kind: 'person', account }, isOver: false })
}

/** Uses an API key instead of a session, if the server accepts it. It is kept only in memory, so a reload asks for it again. */
export async function beginWithKey(key: string): Promise<void> {
  setCredential({ kind: 'key', key })
  try {
    await call('GET', '/v1/me')
  } catch (error) {
    // Otherwise, the next requests would use the refused key.
    setState(session.get())
    throw error
  }
  setState({ access: { kind: 'key', key }, isOver: false })
}

let checking: Promise<boolean> | undefined

/**
 * Checks after a refusal whether the session is still open: a tab may have renewed its token, or opened another one. Otherwise, the page
 * stays open and asks for the password. `waits`: returns once the person has signed in again.
 */
export async function isSessionOpen(waits = false): Promise<boolean> {
  checking ??= checkSession().finally(() => (checking = undefined))
  return (await checking) || (waits && (await isOpenAgain()))
}

/** Waits until the session is no longer over. Returns false if the person has signed out. */
const isOpenAgain = () =>
  new Promise<boolean>((resolve) => {
    const listen = () => {
      const { access, isOver } = session.get()
      if (isOver) return
      stop()
      resolve(Boolean(access))
    }
    const stop = session.subscribe(listen)
    listen()
  })

/**
 * Reads the browser's session again, and returns whether it is still this person's: after someone else signed in in another tab, this page
 * must not continue as them. A key that was refused stays refused.
 */
async function checkSession(): Promise<boolean> {
  const { access, isOver } = session.get()
  if (!access) return false
  const account = access.kind === 'key' ? null : await afterRenewals('shared', readAccount)
  if (account === null || access.kind === 'key' || account.person.id !== access.account.person.id) {
    setState({ access, isOver: true })
    return false
  }
  beginSession(account)
  if (isOver) void queryClient.invalidateQueries()
  return true
}

// After a sign-out in another tab, this page must not show what the person read either. A sign-in there ends this page's question for the
// password, or is that of someone else.
addEventListener('storage', ({ key }) => {
  if (key !== signedInKey || currentAccess()?.kind !== 'person') return
  if (localStorage.getItem(signedInKey) === null) leave()
  else void isSessionOpen().catch(() => {})
})

/** Forgets who is signed in. Loads the sign-in page from the server: the memory of this page has what the person read. */
function leave(): void {
  setState({ access: null, isOver: false })
  location.assign('/app/sign-in')
}

/**
 * Signs out in all tabs, even if the server can't be reached, and removes what the person wrote in this browser: drafts and unsent messages.
 * Asks first if there are unsent messages. With a key, ends only the use of the key in this tab.
 */
export async function endSession(): Promise<void> {
  if (chatsOfOutbox().length > 0 && !confirm(say('outbox.signOut'))) return
  const isPerson = currentAccess()?.kind === 'person'
  if (isPerson) await auth.signOut().catch(() => {})
  await removeOwn()
  if (isPerson) localStorage.removeItem(signedInKey)
  leave()
}
