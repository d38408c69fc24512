import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const contact = (id: string, name: string) => ({ id, name, phone: null, tags: [], blocked: false, optedOutAt: null })
const contacts = [contact('cnt_1', 'Ada'), contact('cnt_2', 'Grace')]
const drawer = page.getByRole('dialog')

it('selected contacts get a tag', async () => {
  const api = await openApp('contacts', { 'GET /v1/contacts': contacts })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Add tags' }).click()
  await drawer.getByLabelText('Tags', { exact: true }).fill('vip')
  await userEvent.keyboard('{Enter}')
  await drawer.getByRole('button', { name: 'Add tags' }).click()
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  for (const { id } of contacts)
    expect(api.of(`POST /v1/contacts/${id}/tags`)).toMatchObject([{ body: { tags: ['vip'] } }])
})

it('two contacts for the same person are merged into the chosen one, which is chosen anew each time', async () => {
  const api = await openApp('contacts', { 'GET /v1/contacts': contacts })
  const merge = page.getByRole('toolbar').getByRole('button', { name: 'Merge' })
  await page.getByRole('checkbox', { name: 'Select Ada' }).click()
  await expect.element(merge).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select Grace' }).click()
  await merge.click()
  await drawer.getByLabelText('Merge into').selectOptions('Ada')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await merge.click()
  await expect.element(drawer.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await drawer.getByLabelText('Merge into').selectOptions('Grace')
  await drawer.getByRole('button', { name: 'Merge' }).click()
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  expect(api.of('POST /v1/contacts/merge').map(({ body }) => body)).toEqual([{ into: 'cnt_2', from: 'cnt_1' }])
})

it('what was typed to confirm an erasure is gone after the dialog was closed', async () => {
  const ada = {
    ...contact('cnt_1', 'Ada'),
    phone: '+15550001',
    createdAt: '2026-11-20T08:00:00.000Z',
    fields: {},
    attributes: {},
  }
  await openApp('contacts/cnt_1', { 'GET /v1/contacts/cnt_1': ada })
  const [erase, typed] = [page.getByRole('button', { name: 'Erase person' }), drawer.getByRole('textbox')]
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => drawer.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await erase.click()
    await expect.element(typed).toHaveValue('')
    await typed.fill('+15550001')
    await close()
    await expect.element(drawer).not.toBeInTheDocument()
  }
  await erase.click()
  await expect.element(typed).toHaveValue('')
})

it('a search asks the server on Enter, and the URL has it', async () => {
  const api = await openApp('contacts', { 'GET /v1/contacts': contacts })
  await page.getByRole('searchbox').fill('gra')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.search).toBe('?q=gra')
  await expect.poll(() => api.of('GET /v1/contacts').at(-1)?.search.get('search')).toBe('gra')
})

it('a contact with neither a name nor a phone is named by its username', async () => {
  const hidden = {
    ...contact('con_3', ''),
    name: null,
    username: 'ada.l',
    createdAt: '2026-11-29T10:00:00.000Z',
    fields: {},
  }
  await openApp('contacts', { 'GET /v1/contacts': [hidden], 'GET /v1/contacts/con_3': hidden })
  await page.getByRole('link', { name: 'ada.l' }).click()
  await expect.element(page.getByRole('heading', { name: 'ada.l' })).toBeVisible()
})

it('the page of a contact says nothing about a new chat to someone who may not send', async () => {
  const ada = { ...contact('con_5', 'Ada'), phone: '+15550001', createdAt: '2026-11-29T10:00:00.000Z', fields: {} }
  const me = { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member: null, may: ['contacts.list', 'contacts.get'] }
  await openApp('contacts/con_5', { 'GET /v1/me': me, 'GET /v1/contacts/con_5': ada })
  await expect.element(page.getByText('Open chats')).toBeVisible()
  expect(page.getByText('New chat').elements()).toEqual([])
})

it('a contact’s field is removed, and added again with another value', async () => {
  const ada = { ...contact('con_4', 'Ada'), createdAt: '2026-11-29T10:00:00.000Z', fields: { plan: 'gold' } }
  const api = await openApp('contacts/con_4', { 'GET /v1/contacts/con_4': ada, 'PATCH /v1/contacts/con_4': ada })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const sent = () => api.of('PATCH /v1/contacts/con_4').map(({ body }) => body)
  await page.getByRole('button', { name: 'Remove field plan' }).click()
  await save.click()
  await expect.poll(sent).toEqual([{ fields: { plan: null } }])
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabelText('Field name').fill('plan')
  await page.getByLabelText('Value').fill('silver')
  await save.click()
  await expect.poll(sent).toEqual([{ fields: { plan: null } }, { fields: { plan: 'silver' } }])
})

it.each([
  ['+4915112345678', 'Phone'],
  ['mary@example.com', 'Email'],
  ['Mary Jackson', 'Name'],
])('a new contact starts with the search for someone who was not found: %s', async (q, label) => {
  await openApp('contacts')
  history.pushState(null, '', `/app/wsp_1/contacts?${new URLSearchParams({ open: 'new', q })}`)
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(drawer.getByLabelText(label, { exact: true })).toHaveValue(q)
})
