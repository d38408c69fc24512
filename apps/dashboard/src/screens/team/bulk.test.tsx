import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const member = (id: string, name: string, role: string, status = 'active') => ({
  id,
  name,
  role,
  status,
  email: `${id}@example.com`,
  twoFactor: true,
  lastSeenAt: null,
  numbers: null,
})
const team = [
  member('mem_1', 'Ada Lovelace', 'owner'),
  member('mem_2', 'Grace', 'agent'),
  member('mem_3', 'Linus', 'admin', 'disabled'),
]
const answers = { 'GET /v1/team': team }
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const bar = page.getByRole('toolbar')
const dialog = page.getByRole('dialog')

async function selectAll() {
  for (const name of ['Ada Lovelace', 'Grace', 'Linus']) await box(name).click()
}

it('the keys select in each of several tables', async () => {
  const departments = [{ id: 'dep_1', name: 'Repairs', members: [] }]
  await openApp('settings/team', { ...answers, 'GET /v1/departments': departments })
  await expect.element(box('Repairs')).toBeVisible()
  page.getByRole('button', { name: 'Repairs' }).element().focus()
  await userEvent.keyboard('x')
  await expect.element(box('Repairs')).toBeChecked()
})

it('selected members get another role at once, except oneself, who stays selected', async () => {
  const api = await openApp('settings/team', {
    ...answers,
    'PATCH /v1/team/mem_2': team[1],
    'PATCH /v1/team/mem_3': team[2],
  })
  await selectAll()
  await bar.getByRole('button', { name: 'Change role' }).click()
  await expect.element(dialog.getByText('Grace, Linus', { exact: false })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Role' }).selectOptions('viewer')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  const changed = api.asked.filter(({ method }) => method === 'PATCH')
  expect(changed.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/team/mem_2', { role: 'viewer' }],
    ['/v1/team/mem_3', { role: 'viewer' }],
  ])
})

it('only active others can be disabled, and one who could not stays selected with the reason', async () => {
  const api = await openApp('settings/team', {
    ...answers,
    'POST /v1/team/mem_2/disable': () => refusal('id', 'is gone'),
  })
  await box('Ada Lovelace').click()
  const button = bar.getByRole('button', { name: 'Disable' })
  await expect.element(button).toBeDisabled()
  await box('Grace').click()
  await box('Linus').click()
  await button.click()
  await expect.element(dialog.getByText('Grace immediately loses access to this workspace.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect.element(page.getByText(/is gone/i)).toBeVisible()
  await expect.element(box('Grace')).toBeChecked()
  expect(api.asked.filter(({ method, path }) => method === 'POST' && path.includes('/team/'))).toHaveLength(1)
})

it('a role that is chosen with an arrow key is asked about first', async () => {
  const api = await openApp('settings/team', { ...answers, 'PATCH /v1/team/mem_2': team[1] })
  const role = page.getByRole('combobox', { name: 'Role of Grace' })
  await role.selectOptions('admin')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(role).toHaveValue('agent')
  expect(api.of('PATCH /v1/team/mem_2')).toEqual([])
  await role.selectOptions('admin')
  await expect.element(dialog.getByText('New role of Grace: Admin')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => api.of('PATCH /v1/team/mem_2').map(({ body }) => body)).toEqual([{ role: 'admin' }])
})

it('the question before a member is disabled says if the keys that they created could not be read', async () => {
  await openApp('settings/team', { ...answers, 'GET /v1/keys': () => refusal('cursor', 'is too old') })
  await page.getByRole('row').filter({ hasText: 'Grace' }).getByRole('button', { name: 'Disable' }).click()
  await expect.element(dialog.getByText(/is too old/i)).toBeVisible()
})
