import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Asked, openApp } from '../opened-app.fixture.tsx'
import { removeKept } from '../outbox/kept.ts'
import { router } from '../routes.tsx'
import { chatOf, inboxWith } from '../screens/inbox/inbox.fixture.ts'

const change = 'PATCH /v1/chats'
const reply = page.getByRole('textbox', { name: /^Reply…/ })
const chatLink = (name: string) => page.getByRole('link', { name: new RegExp(name) })
const titleOfChat = (name: string) => page.getByRole('heading', { name })

/** Opens a chat that the list doesn't contain. It arrives once the returned function is called. */
async function openSlowChat() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = chatOf('cht_1')
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_2')),
    'GET /v1/chats/cht_1': () => promise.then(() => first),
    [change]: ({ body }: Asked) => (body as { ids: string[] }).ids.map((id) => chatOf(id)),
  })
  await expect.element(chatLink('Customer cht_2')).toBeVisible()
  return { api, arrive: resolve }
}

beforeEach(removeKept)
afterEach(() => vi.restoreAllMocks())

describe('a key pressed while a page loads', () => {
  it('acts on the page that it was pressed for, and not on the one before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await openApp('settings/labels')
    await expect.element(page.getByRole('button', { name: 'New label' })).toBeVisible()
    const component = router.routesById['/$ws/replies'].options.component as { preload: () => Promise<void> }
    const load = component.preload
    vi.spyOn(component, 'preload').mockImplementation(() => promise.then(load))
    void router.navigate({ href: '/wsp_1/replies' })
    await userEvent.keyboard('n')
    expect(location.search).toBe('')
    resolve()
    await expect.element(page.getByRole('dialog', { name: 'New reply' })).toBeVisible()
  })

  it('acts on a chat that was not there yet', async () => {
    const { api, arrive } = await openSlowChat()
    await userEvent.keyboard('e')
    arrive()
    await expect.poll(() => api.of(change).map(({ body }) => body)).toMatchObject([{ ids: ['cht_1'] }])
  })

  it('stays in order with the keys after it', async () => {
    const { api, arrive } = await openSlowChat()
    await userEvent.keyboard('ej')
    arrive()
    await expect.element(titleOfChat('Customer cht_2')).toBeVisible()
    expect(api.of(change).map(({ body }) => body)).toMatchObject([{ ids: ['cht_1'] }])
  })

  it('does not become a shortcut once the key before it has led to a field', async () => {
    const { api, arrive } = await openSlowChat()
    await userEvent.keyboard('re')
    arrive()
    await expect.element(reply).toHaveFocus()
    expect(api.of(change)).toHaveLength(0)
  })

  it('is forgotten once the person clicks something else', async () => {
    const { api, arrive } = await openSlowChat()
    await userEvent.keyboard('e')
    await chatLink('Customer cht_2').click()
    await expect.element(titleOfChat('Customer cht_2')).toBeVisible()
    arrive()
    router.history.back()
    await expect.element(titleOfChat('Customer cht_1')).toBeVisible()
    expect(api.of(change)).toHaveLength(0)
  })
})

describe('a sequence that goes to a page', () => {
  it('has no effect behind a dialog, whose form would be lost', async () => {
    await openApp('settings/labels?open=new')
    const form = page.getByRole('dialog', { name: 'New label' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Refund')
    form.getByRole('button', { name: 'Close' }).element().focus()
    await userEvent.keyboard('gn{Control>}k{/Control}')
    await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Refund')
    expect(router.state.location.pathname).toBe('/wsp_1/settings/labels')
    expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  })

  it('does not also trigger the key of the page before', async () => {
    await openApp('settings/labels', { 'GET /v1/numbers': [] })
    await expect.element(page.getByRole('button', { name: 'New label' })).toBeVisible()
    await userEvent.keyboard('gn')
    await expect.poll(() => router.state.resolvedLocation?.href).toBe('/wsp_1/numbers')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
    expect(location.search).toBe('')
  })
})

it('the rest of a text whose field has disappeared triggers nothing, until the person clicks', async () => {
  const chats = { ...inboxWith(chatOf('cht_1'), chatOf('cht_2')), [change]: [] }
  const api = await openApp('inbox/all/cht_1', chats)
  await expect.element(titleOfChat('Customer cht_1')).toBeVisible()
  const press = (target: Element, key: string) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const field = document.createElement('textarea')
  document.body.append(field)
  press(field, 'a')
  field.remove()
  for (const key of ['e', 'j']) press(document.body, key)
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  press(document.body, 'u')
  await expect.poll(() => api.of(change).map(({ body }) => body)).toEqual([{ ids: ['cht_1'], unread: true }])
})
