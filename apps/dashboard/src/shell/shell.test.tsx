import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../api/api.ts'
import { openApp } from '../opened-app.fixture.tsx'
import { router } from '../routes.tsx'
import { chatOf, inboxWith } from '../screens/inbox/inbox.fixture.ts'

afterEach(async () => {
  localStorage.removeItem('posthorn.density')
  vi.restoreAllMocks()
  await page.viewport(1280, 800)
})

const reading = [
  'chats',
  'notifications',
  'contacts',
  'replies',
  'channels',
  'segments',
  'groups',
  'templates',
  'numbers',
]
const others = ['webhooks.list', 'events.list', 'team.list', 'statistics.usage', 'labels.create', 'me.get']
const agent = {
  workspace: { id: 'wsp_1', name: 'Umbrellas' },
  member: { id: 'mem_1', name: 'Ada Lovelace', email: 'ada@example.com', role: 'agent', numbers: null },
  may: [...reading.map((kind) => `${kind}.list`), ...others],
}

it('the narrow menu of the inbox names its pages below the icons, unless rows are compact', async () => {
  await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const name = menu.getByText('Saved replies')
  const width = () => Math.round(name.element().getBoundingClientRect().width)
  await expect.element(menu.getByRole('link', { name: 'Saved replies' })).toBeVisible()
  expect(width()).toBeGreaterThan(40)
  expect(menu.element().getBoundingClientRect().width).toBeLessThan(100)
  await menu.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('menuitem', { name: 'Compact rows' }).click()
  await expect.poll(width).toBe(1)
  expect(menu.getByRole('link', { name: 'Saved replies' }).element().getAttribute('title')).toBe('Saved replies')
})

const bakery = { id: 'wsp_2', name: 'Bakery', role: 'agent' }

it('a phone, which has no menu, offers what is in the menu in its list of commands', async () => {
  await page.viewport(390, 800)
  await openApp('inbox/all', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/me': { ...agent, workspaces: [agent.workspace, bakery] },
  })
  const names = ['Sign out', 'My account', 'Dark mode', 'Compact rows', 'Deutsch', 'Documentation', 'Go to Bakery']
  for (const name of names) {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('combobox').fill(name)
    await expect.element(page.getByRole('option', { name })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  }
})

it('while another workspace opens, the requests of the screen are still about the one before', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const api = await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  const asked: string[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    asked.push(`${new URL(input, location.origin).pathname} ${new Headers(init?.headers).get('Workspace')}`)
    return api.fetch(input, init)
  })
  api.answers['GET /v1/me'] = () => promise
  const opened = router.navigate({ href: '/wsp_2/inbox/all' })
  await expect.poll(() => asked).toContain('/v1/me wsp_2')
  await queryClient.refetchQueries({ queryKey: ['counts', 'wsp_1'] })
  expect(asked.filter((each) => !each.startsWith('/v1/me ') && each.endsWith('wsp_2'))).toEqual([])
  expect(asked).toContain('/v1/chats/counts wsp_1')
  resolve({ ...agent, workspace: bakery })
  await opened
  await expect.poll(() => asked).toContain('/v1/chats wsp_2')
})

it('a screen keeps nothing of another workspace that it showed before, such as the values of a form', async () => {
  const settings = { country: null, timeZone: 'UTC', answering: 'anyone', optedOutMessages: 'send' }
  const days = { wsp_1: 31, wsp_2: 32 }
  const workspaceShown = () => {
    const id = location.pathname.split('/')[2] as keyof typeof days
    return { id, name: id, settings: { ...settings, retentionDays: days[id] } }
  }
  await openApp('settings/workspace', { 'GET /v1/workspace': workspaceShown })
  for (const id of ['wsp_1', 'wsp_2', 'wsp_1'] as const) {
    history.pushState(null, '', `/app/${id}/settings/workspace`)
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.element(page.getByLabelText('Workspace name', { exact: true })).toHaveValue(id)
    await expect.element(page.getByLabelText('Days', { exact: true })).toHaveValue(days[id])
  }
})

it('the menu of an agent has six pages, and the palette those that an agent only reads', async () => {
  await openApp('contacts', { 'GET /v1/me': agent, 'GET /v1/contacts': [] })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect.element(menu.getByRole('link', { name: 'Inbox' })).toBeVisible()
  const links = [...menu.element().querySelectorAll('a')].map((link) => link.textContent)
  expect(links).toEqual(['Inbox', 'Alerts', 'Contacts', 'Saved replies', 'Reports', 'Labels'])
  await menu.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'My account' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Documentation' }).element().getAttribute('href')).toBe('/docs')
  await userEvent.keyboard('{Escape}')
  await menu.getByRole('button', { name: /Ctrl K/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Webhooks')
  await expect.element(page.getByRole('option', { name: /Webhooks/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

it.each(['new-conversation', 'numbers/connect', 'settings/automations/new', 'operator'])(
  'the page %s says so to those who may not use it, and offers them nothing',
  async (path) => {
    await openApp(path, { 'GET /v1/me': agent })
    await expect.element(page.getByText("This page doesn't exist, or you don't have access to it.")).toBeVisible()
    expect(document.querySelectorAll('#screen :is(form, button)')).toHaveLength(0)
  },
)

it('an event is shown without an animation frame, which a hidden tab would not get', async () => {
  await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const event = { sequence: 1, event: 'chat:updated', data: chatOf('cht_1', { name: 'Ada', version: 2 }) }
  // As from the tab that reads the stream for all.
  new BroadcastChannel('posthorn-live-wsp_1-per_1').postMessage({ notice: { event } })
  await expect.element(page.getByRole('link', { name: /^Ada/ })).toBeVisible()
})

it('an Enter that confirms a word of an input method runs nothing in the palette', async () => {
  await openApp('contacts', { 'GET /v1/contacts': [] })
  await page.getByRole('button', { name: /Ctrl K/ }).click()
  const search = page.getByRole('dialog').getByRole('combobox')
  await search.fill('Labels')
  await expect.element(page.getByRole('option', { name: /Labels/ })).toBeVisible()
  const confirming = [{ isComposing: true }, { keyCode: 229 }]
  for (const key of confirming)
    search.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...key }))
  await expect.element(search).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Labels' })).toBeVisible()
})

it('the menu of a low window scrolls to the page that is open', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(1280, 500)
  await openApp('settings/labels')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const box = (name: 'link' | 'button', label: RegExp) =>
    menu.getByRole(name, { name: label }).element().getBoundingClientRect()
  await expect.element(menu.getByRole('link', { name: 'Labels' })).toBeVisible()
  await expect.poll(() => box('link', /^Labels$/).bottom <= box('button', /Ada Lovelace/).top).toBe(true)
  expect(menu.element().scrollTop).toBeGreaterThan(0)
  await page.viewport(width, height)
})

it('a clicked push opens its page also in a tab that was opened before pushes were turned on', async () => {
  await openApp('contacts', { 'GET /v1/contacts': [] })
  await expect.element(page.getByRole('button', { name: /Ctrl K/ })).toBeVisible()
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { to: '/wsp_1/settings/labels' } }))
  await expect.element(page.getByRole('heading', { name: 'Labels' })).toBeVisible()
})
