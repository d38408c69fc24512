import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/api.ts'
import { type Asked, json, openApp, refusal } from '../../opened-app.fixture.tsx'

const label = (id: string, name: string) => ({ id, name, color: '#2f80ed', description: null })
const labels = [label('lbl_1', 'Refund'), label('lbl_2', 'Refunds'), label('lbl_3', 'VIP')]
const answers = {
  'GET /v1/labels': labels,
  'POST /v1/chats/counts': { merged: { total: 12, unread: 0, oldestWaitingAt: null, more: false } },
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = page.getByRole('dialog')

async function askToMerge() {
  await page.getByRole('checkbox', { name: 'Select Refund', exact: true }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Merge' }).click()
}

it('a label is merged into another one, once the dialog has said how many chats have it', async () => {
  let isMerged = false
  const api = await openApp('settings/labels', {
    ...answers,
    'GET /v1/labels': () => (isMerged ? labels.slice(1) : labels),
    'POST /v1/labels/merge': () => {
      isMerged = true
      return labels[1]
    },
  })
  await askToMerge()
  await expect.element(dialog.getByText('12 chats have a selected label.')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Merge' })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Merge into' }).selectOptions('Refunds')
  await expect.element(dialog.getByText(/with Refund use Refunds instead/)).toBeVisible()
  await confirm.click()
  await expect.poll(() => api.of('POST /v1/labels/merge')[0]?.body).toEqual({ into: 'lbl_2', from: 'lbl_1' })
  await expect.element(page.getByRole('checkbox', { name: 'Select Refund', exact: true })).not.toBeInTheDocument()
  expect(api.of('POST /v1/chats/counts').some(({ body }) => JSON.stringify(body).includes('["lbl_1"]'))).toBe(true)
})

it('a label that could not be merged is in the list again, with the reason', async () => {
  await openApp('settings/labels', { ...answers, 'POST /v1/labels/merge': () => refusal('into', 'is gone') })
  await askToMerge()
  await dialog.getByRole('combobox', { name: 'Merge into' }).selectOptions('VIP')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect.element(page.getByText(/is gone/i)).toBeVisible()
  await expect.element(row('Refunds')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Select Refund', exact: true })).toBeVisible()
})

it('the list has the labels of all pages', async () => {
  await openApp('settings/labels', {
    'GET /v1/labels': ({ search }: Asked) =>
      search.has('cursor')
        ? [labels[2]]
        : Response.json(labels.slice(0, 2), { headers: { Link: '</v1/labels?cursor=second>; rel="next"' } }),
  })
  await expect.element(row('Refunds')).toBeVisible()
  await expect.element(row('VIP')).toBeVisible()
})

it('a label that a colleague deletes keeps what is typed in its form, which says so', async () => {
  const gone = { status: 404, errorCode: 'label:not_found', message: 'There is no such label.' }
  const api = await openApp('settings/labels?open=lbl_1', {
    ...answers,
    'PATCH /v1/labels/lbl_1': () => json(gone, gone.status),
  })
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await description.fill('Money back')
  api.answers['GET /v1/labels'] = labels.slice(1)
  await queryClient.invalidateQueries()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert').getByText(/^This no longer exists/)).toBeVisible()
  await expect.element(description).toHaveValue('Money back')
})
