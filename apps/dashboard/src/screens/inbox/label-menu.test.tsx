import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from './inbox.fixture.ts'

it('the label menu finds labels by name, and creates one with a new name on the chat', async () => {
  const labels = [
    { id: 'lbl_1', name: 'Returns', color: '#2f80ed' },
    { id: 'lbl_2', name: 'Billing', color: '#27ae60' },
  ]
  const made = { id: 'lbl_3', name: 'Repairs', color: '#f2994a' }
  const chat = chatOf('cht_1')
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chat),
    'GET /v1/labels': labels,
    'POST /v1/labels': made,
    'PATCH /v1/chats': [{ ...chat, labels: [made] }],
    'GET /v1/me': {
      workspace: { id: 'wsp_1', name: 'Umbrellas' },
      member: { id: 'mem_1', name: 'Ada Lovelace', email: 'ada@example.com', role: 'owner', numbers: null },
      may: ['chats.list', 'chats.get', 'chats.updateMany', 'labels.list', 'labels.create', 'messages.list'],
    },
  })
  await page.getByRole('button', { name: 'Label', exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Find or create a label' })
  await text.fill('bill')
  await expect.element(page.getByRole('menuitem', { name: 'Billing' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Returns' })).not.toBeInTheDocument()
  await text.fill('RETURNS')
  await expect.element(page.getByRole('menuitem', { name: /Create/ })).not.toBeInTheDocument()
  await text.fill('Repairs')
  await page.getByRole('menuitem', { name: 'Create “Repairs”' }).click()
  await expect.poll(() => api.of('POST /v1/labels')[0]?.body).toEqual({ name: 'Repairs', color: '#f2994a' })
  await expect.poll(() => api.asked.some(({ body }) => JSON.stringify(body ?? '').includes('lbl_3'))).toBe(true)
})
