import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from './inbox.fixture.ts'

it('the search field is empty once the search is cleared', async () => {
  const answers = inboxWith(chatOf('cht_1'))
  await openApp('inbox/all', {
    ...answers,
    'GET /v1/chats': ({ search }: { search: URLSearchParams }) => (search.has('search') ? [] : [chatOf('cht_1')]),
  })
  const field = page.getByPlaceholder('Search names, phones, messages')
  await field.fill('nobody')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByRole('link', { name: /^Customer cht_1/ })).toBeVisible()
  await expect.element(field).toHaveValue('')
})

it('a search in a saved view asks in the usual order, because that of the view would leave out chats', async () => {
  const saved = { id: 'view_1', name: 'Late', shared: true, filter: { waiting: true }, sort: 'waitingSince:asc' }
  const api = await openApp('inbox/view_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/views': [saved] })
  const asked = () => api.of('GET /v1/chats').findLast(({ search }) => search.get('size') === '50')?.search
  await expect.poll(() => asked()?.get('sort')).toBe('waitingSince:asc')
  await page.getByPlaceholder('Search names, phones, messages').fill('Ada')
  await expect.poll(() => [asked()?.get('search'), asked()?.get('sort')]).toEqual(['Ada', 'lastMessageAt:desc'])
})

it('a note is deleted only after a question', async () => {
  const note = { id: 'note_1', chat: 'cht_1', message: 'Paid already', by: { name: 'Grace' }, mentions: [] }
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/chats/cht_1/notes': [{ ...note, createdAt: new Date().toISOString() }],
  })
  await page.getByRole('button', { name: 'Delete note' }).click()
  expect(api.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect.poll(() => api.of('DELETE /v1/chats/cht_1/notes/note_1').length).toBe(1)
})

it('a chat is not offered to a member who is disabled', async () => {
  const member = (id: string, name: string, status: string) => ({ id, name, status, role: 'agent' })
  await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/team': [member('mem_2', 'Grace', 'active'), member('mem_3', 'Linus', 'disabled')],
  })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Grace' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Linus' })).not.toBeInTheDocument()
})

it('a team that is not read yet is not said to be empty', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/team': () => promise })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByText('Assign to', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('No team members yet')
  resolve([])
  await expect.element(page.getByText('No team members yet')).toBeVisible()
})

it('a page of chats that cannot be read is not requested again and again', async () => {
  const refused = { status: 400, errorCode: 'request:invalid', message: 'The cursor is not valid.', errors: [] }
  const headers = { Link: '<https://example.com/v1/chats?cursor=next>; rel="next"' }
  const api = await openApp('inbox/all', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/chats': ({ search }: { search: URLSearchParams }) =>
      search.has('cursor') ? Response.json(refused, { status: 400 }) : Response.json([chatOf('cht_1')], { headers }),
  })
  await expect.element(page.getByText(/^This was not accepted/)).toBeVisible()
  await page.getByRole('link', { name: /^Customer cht_1/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Customer cht_1' })).toBeVisible()
  // Each time the list is read again, so is the page.
  expect(api.of('GET /v1/chats').filter(({ search }) => search.has('cursor')).length).toBeLessThan(5)
})

it('a selected chat that leaves the list is not selected once it is back', async () => {
  const chats = [chatOf('cht_1'), chatOf('cht_2')]
  const lists = [chats.slice(0, 1), chats]
  const api = await openApp('inbox/all/cht_1', inboxWith(...chats))
  api.answers['PATCH /v1/chats'] = () => {
    api.answers['GET /v1/chats'] = lists.shift() ?? chats
    return []
  }
  const second = page.getByRole('link', { name: /^Customer cht_2/ })
  await expect.element(second).toBeVisible()
  await userEvent.keyboard('x')
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  const resolve = bar.getByRole('button', { name: 'Resolve' })
  await bar.getByRole('checkbox', { name: 'Select all loaded chats' }).click()
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  await resolve.click()
  await expect.element(second).not.toBeInTheDocument()
  await resolve.click()
  await expect.element(second).toBeVisible()
  await resolve.click()
  const changed = () => api.of('PATCH /v1/chats').map(({ body }) => (body as { ids: string[] }).ids)
  await expect.poll(changed).toEqual([['cht_1', 'cht_2'], ['cht_1'], ['cht_1']])
})

it('Escape clears a selection that was made with the mouse, and Space stays the key of a checkbox', async () => {
  await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  await page.getByRole('link', { name: /^Customer cht_1/ }).hover()
  await page.getByRole('checkbox', { name: 'Select Customer cht_1' }).click()
  await expect.element(bar).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await userEvent.keyboard(' ')
  await expect.element(bar).toBeVisible()
})
