import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from './inbox.fixture.ts'

const labels = [
  { id: 'lbl_1', name: 'Returns', color: '#2f80ed' },
  { id: 'lbl_2', name: 'Billing', color: '#27ae60' },
]
const made = { id: 'lbl_3', name: 'Repairs', color: '#f2994a' }

/** Opens the label menu of a chat. `answer`: the response to the creation of a label. `read`: the response with all labels. */
async function openLabelMenu(answer: unknown, read: unknown = labels) {
  const chat = chatOf('cht_1')
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chat),
    'GET /v1/labels': read,
    'POST /v1/labels': answer,
    'PATCH /v1/chats': [{ ...chat, labels: [made] }],
    'GET /v1/me': {
      workspace: { id: 'wsp_1', name: 'Umbrellas' },
      member: { id: 'mem_1', name: 'Ada Lovelace', email: 'ada@example.com', role: 'owner', numbers: null },
      may: ['chats.list', 'chats.get', 'chats.updateMany', 'labels.list', 'labels.create', 'messages.list'],
    },
  })
  await page.getByRole('button', { name: 'Label', exact: true }).click()
  const isAdded = () => api.asked.some(({ body }) => JSON.stringify(body ?? '').includes(made.id))
  return { api, text: page.getByRole('textbox', { name: 'Find or create a label' }), isAdded }
}

it('the label menu finds labels by name, and creates one with a new name on the chat', async () => {
  const { api, text, isAdded } = await openLabelMenu(made)
  await text.fill('bill')
  await expect.element(page.getByRole('menuitem', { name: 'Billing' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Returns' })).not.toBeInTheDocument()
  await text.fill('RETURNS')
  await expect.element(page.getByRole('menuitem', { name: /Create/ })).not.toBeInTheDocument()
  await text.fill('Repairs')
  await page.getByRole('menuitem', { name: 'Create “Repairs”' }).click()
  await expect.poll(() => api.of('POST /v1/labels')[0]?.body).toEqual({ name: 'Repairs', color: '#f2994a' })
  await expect.poll(isAdded).toBe(true)
})

it('a new label is added to the chat even if the menu is closed before the response', async () => {
  const answer = Promise.withResolvers()
  const { api, text, isAdded } = await openLabelMenu(() => answer.promise)
  await text.fill('Repairs')
  await page.getByRole('menuitem', { name: 'Create “Repairs”' }).click()
  await expect.poll(() => api.of('POST /v1/labels').length).toBe(1)
  await text.fill('')
  await expect.element(page.getByRole('menuitem', { name: /Create/ })).not.toBeInTheDocument()
  answer.resolve(made)
  await expect.poll(isAdded).toBe(true)
})

it('a label is not offered as new before the labels are read', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  const { text } = await openLabelMenu(made, () => promise)
  await text.fill('Returns')
  await expect.element(page.getByRole('menuitem', { name: /Create/ })).not.toBeInTheDocument()
  resolve(labels)
  await expect.element(page.getByRole('menuitem', { name: 'Returns' })).toBeVisible()
})
