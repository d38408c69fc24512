import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, openApp, refusal } from '../../opened-app.fixture.tsx'

const support = { id: 'dep_1', name: 'Support', members: ['mem_2'] }
const answers = {
  'GET /v1/team': ['Ada', 'Grace'].map((name, i) => ({
    id: `mem_${i + 1}`,
    name,
    role: 'agent',
    status: 'active',
    email: `${name}@example.com`,
    twoFactor: true,
    lastSeenAt: null,
    numbers: null,
  })),
  'GET /v1/departments': [support],
}
const panel = page.getByRole('region', { name: 'Departments' })
const drawer = page.getByRole('dialog')
const name = drawer.getByRole('textbox', { name: 'Name' })

it('a department is created in the drawer, which stays open while a field is refused', async () => {
  const api = await openApp('settings/team', { ...answers, 'POST /v1/departments': () => refusal('name', 'is taken') })
  await panel.getByRole('button', { name: 'New department' }).click()
  await expect.poll(() => location.search).toBe('?open=new-department')
  await name.fill('Sales')
  await drawer.getByRole('checkbox', { name: 'Grace' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(drawer.getByText(/is taken/i)).toBeVisible()
  api.answers['POST /v1/departments'] = ({ body }: Asked) => ({ id: 'dep_2', ...(body as object) })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(name).not.toBeInTheDocument()
  expect(api.of('POST /v1/departments').at(-1)?.body).toEqual({ name: 'Sales', members: ['mem_2'] })
})

it('a department is opened by its name to change it, and deleted after a question', async () => {
  const api = await openApp('settings/team', { ...answers, 'PATCH /v1/departments/dep_1': support })
  await panel.getByRole('button', { name: 'Support' }).click()
  await expect.element(name).toHaveValue('Support')
  await name.fill('Help')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(name).not.toBeInTheDocument()
  expect(api.of('PATCH /v1/departments/dep_1')[0]?.body).toEqual({ name: 'Help' })
  await panel.getByRole('checkbox', { name: 'Select Support' }).click()
  await panel.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await expect.element(drawer.getByText(/Support will be deleted/)).toBeVisible()
  expect(api.of('DELETE /v1/departments/dep_1')).toHaveLength(0)
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => api.of('DELETE /v1/departments/dep_1').length).toBe(1)
})
