import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../api/api.ts'
import { auth } from '../api/auth.ts'
import { account, json, openApp } from '../opened-app.fixture.tsx'
import { router } from '../routes.tsx'
import { takePlace } from './place-after.ts'
import { beginSession, beginWithKey } from './session.ts'

const refused = () => json({ status: 401, errorCode: 'session:required', message: 'You are not signed in.' }, 401)
const ada = { id: 'con_1', name: 'Grace Hopper', phone: '+15550001', tags: [], fields: {} }
const dialog = page.getByRole('dialog', { name: 'Your session has expired' })

afterEach(() => beginSession(account))

/** Opens the contacts. While `isOld` is set, the server refuses the token of its session. */
async function openRefused() {
  const state = { isOld: false, ended: false, refused: 0, checked: 0 }
  const contacts = () => {
    if (!state.isOld) return [ada]
    state.refused += 1
    return refused()
  }
  const api = await openApp('contacts', { 'GET /v1/contacts': contacts })
  await expect.element(page.getByText('Grace Hopper')).toBeVisible()
  api.answers['GET /app/auth/session'] = () => {
    state.checked += 1
    return state.ended ? refused() : account
  }
  return { api, state, poll: () => queryClient.refetchQueries({ queryKey: ['contacts'] }) }
}

it('a request that was sent with the token before its renewal is sent again, and no one has to sign in', async () => {
  const { api, state, poll } = await openRefused()
  const answer = Promise.withResolvers<typeof account>()
  api.answers['POST /app/auth/confirm'] = () => answer.promise
  const renewed = auth.confirm('a password')
  await expect.poll(() => api.of('POST /app/auth/confirm')).toHaveLength(1)
  state.isOld = true
  const polled = poll()
  await expect.poll(() => state.refused).toBeGreaterThan(0)
  expect(state.checked).toBe(0)
  state.isOld = false
  answer.resolve(account)
  await Promise.all([renewed, polled])
  expect(state.checked).toBeGreaterThan(0)
  await expect.element(page.getByText('Grace Hopper')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('a renewal in another tab holds the check of a refused request until its cookie has arrived', async () => {
  const { state, poll } = await openRefused()
  const [held, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = navigator.locks.request('posthorn-session', () => {
    held.resolve()
    return other.promise
  })
  await held.promise
  state.isOld = true
  const polled = poll()
  await expect.poll(() => state.refused).toBeGreaterThan(0)
  expect(state.checked).toBe(0)
  state.isOld = false
  other.resolve()
  await Promise.all([lock, polled])
  expect(state.checked).toBeGreaterThan(0)
  await expect.element(dialog).not.toBeInTheDocument()
})

it('a session that has ended asks for the password, until someone signs in here or in another tab', async () => {
  const { state, poll } = await openRefused()
  Object.assign(state, { isOld: true, ended: true })
  await poll()
  await expect.element(dialog).toBeVisible()
  Object.assign(state, { isOld: false, ended: false })
  dispatchEvent(new StorageEvent('storage', { key: 'posthorn.signedIn' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Grace Hopper')).toBeVisible()
})

it('a session that has ended asks for the password on the screens of the operator too', async () => {
  beginSession({ ...account, person: { ...account.person, operator: true, twoFactor: true } })
  await openApp('operator/queues', {
    'GET /app/operator/messaging/installation/queues': refused,
    'GET /app/auth/session': refused,
  })
  await expect.element(dialog).toBeVisible()
})

it.each<[string, () => Promise<void>]>([
  [
    'here',
    async () => {
      await dialog.getByLabelText('Password', { exact: true }).fill('a password')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
    },
  ],
  ['in another tab', async () => void dispatchEvent(new StorageEvent('storage', { key: 'posthorn.signedIn' }))],
])('what was saved while the session had ended is stored once the person has signed in again %s', async (_, signIn) => {
  const reply = { id: 'rpl_1', name: 'Hours', message: 'Open until six', shortcut: null, folder: null }
  const patch = 'PATCH /v1/replies/rpl_1'
  const api = await openApp('replies?open=rpl_1', { 'GET /v1/replies': [reply], [patch]: refused })
  api.answers['GET /app/auth/session'] = refused
  await page.getByRole('textbox', { name: 'Message' }).fill('Open until seven')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).toBeVisible()
  Object.assign(api.answers, {
    'GET /app/auth/session': account,
    'POST /app/auth/sign-in': { next: 'done', ...account },
    [patch]: reply,
  })
  await signIn()
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
  expect(api.of(patch).map(({ body }) => body)).toEqual([
    { message: 'Open until seven' },
    { message: 'Open until seven' },
  ])
})

it('a key that the server refuses is used for no other request', async () => {
  const api = await openApp('contacts', { 'GET /v1/contacts': [ada] })
  api.answers['GET /v1/me'] = () => json({ status: 403, errorCode: 'key:refused', message: 'Not from here.' }, 403)
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    tokens.push(new Headers(init?.headers).get('Token'))
    return api.fetch(input, init)
  })
  await expect(beginWithKey('ph_live_1')).rejects.toThrow()
  expect(tokens).toContain('ph_live_1')
  await auth.devices()
  expect(tokens.at(-1)).toBeNull()
})

it('one password confirms all actions that wait for it', async () => {
  const required = { status: 403, errorCode: 'confirmation:required', message: 'Confirm your password.', errors: [] }
  const api = await openApp('contacts', {
    'GET /v1/contacts': [ada],
    'POST /app/auth/digest': () => json(required, 403),
  })
  api.answers['POST /app/auth/confirm'] = () => {
    api.answers['POST /app/auth/digest'] = account
    return account
  }
  const changed = Promise.all([auth.digest(true), auth.digest(false)])
  await expect.poll(() => api.of('POST /app/auth/digest')).toHaveLength(2)
  const question = page.getByRole('dialog')
  await question.getByLabelText('Password', { exact: true }).fill('a password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  expect(await changed).toEqual([account, account])
})

it('a workspace that did not open because the session had ended opens once the person has signed in', async () => {
  const { api, state } = await openRefused()
  const me = api.answers['GET /v1/me']
  api.answers['GET /v1/me'] = () => (state.isOld ? refused() : me)
  Object.assign(state, { isOld: true, ended: true })
  void router.navigate({ href: '/wsp_2/contacts' })
  await expect.element(dialog).toBeVisible()
  Object.assign(state, { isOld: false, ended: false })
  dispatchEvent(new StorageEvent('storage', { key: 'posthorn.signedIn' }))
  await expect.element(page.getByText('Grace Hopper')).toBeVisible()
})

it('a session that has ended offers the identity provider, too, which leads back to the page', async () => {
  document.documentElement.dataset['oidc'] = 'Umbrella ID'
  const { api, state, poll } = await openRefused()
  Object.assign(state, { isOld: true, ended: true })
  api.answers['POST /app/auth/oidc/begin'] = { url: '#provider' }
  await poll()
  await dialog.getByRole('button', { name: 'Continue with Umbrella ID' }).click()
  await expect.poll(() => location.hash).toBe('#provider')
  expect(takePlace()).toBe('/wsp_1/contacts')
  delete document.documentElement.dataset['oidc']
})

it('a sign-in at the identity provider can be finished with another try after a temporary error', async () => {
  const { api } = await openRefused()
  api.answers['POST /app/auth/oidc/finish'] = () =>
    json({ status: 503, errorCode: 'service:unavailable', message: 'Try again.' }, 503)
  await router.navigate({ href: '/oidc?code=a&state=b' })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  api.answers['POST /app/auth/oidc/finish'] = { next: 'done', ...account }
  await again.click()
  await expect.poll(() => router.state.location.pathname).not.toBe('/oidc')
  const sent = api.of('POST /app/auth/oidc/finish').map(({ body }) => body)
  expect(sent).toEqual([{ query: '?code=a&state=b' }, { query: '?code=a&state=b' }])
})

it('someone who is asked for a code can go back to the password', async () => {
  const { api, state, poll } = await openRefused()
  Object.assign(state, { isOld: true, ended: true })
  api.answers['POST /app/auth/sign-in'] = { next: 'code' }
  await poll()
  await dialog.getByLabelText('Password', { exact: true }).fill('a password')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toBeVisible()
})

const signOut = async () => {
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
const signedOutElsewhere = async () => {
  localStorage.removeItem('posthorn.signedIn')
  dispatchEvent(new StorageEvent('storage', { key: 'posthorn.signedIn' }))
}

it.each([
  ['signing out', signOut],
  ['a sign-out in another tab', signedOutElsewhere],
])('%s loads the sign-in page from the server, so that the next person sees nothing that was read', async (_, end) => {
  await openApp('contacts', { 'GET /v1/contacts': [ada] })
  await expect.element(page.getByText('Grace Hopper')).toBeVisible()
  const loaded: string[] = []
  const hold = (event: Event) => {
    const { destination } = event as Event & { destination: { url: string; sameDocument: boolean } }
    if (destination.sameDocument) return
    event.preventDefault()
    loaded.push(new URL(destination.url).pathname)
  }
  const { navigation } = window as unknown as { navigation: EventTarget }
  navigation.addEventListener('navigate', hold)
  await end()
  await expect.poll(() => loaded).toEqual(['/app/sign-in'])
  navigation.removeEventListener('navigate', hold)
})

it('someone who signs in in another tab is not taken for the person of this one', async () => {
  const { api } = await openRefused()
  api.answers['GET /app/auth/session'] = { ...account, person: { ...account.person, id: 'per_2' } }
  dispatchEvent(new StorageEvent('storage', { key: 'posthorn.signedIn' }))
  await expect.element(dialog).toBeVisible()
})
