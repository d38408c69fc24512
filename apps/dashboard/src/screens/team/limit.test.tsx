import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/api.ts'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const member = (id: string, name: string, role: string, numbers: string[] | null) => ({
  id,
  name,
  role,
  numbers,
  status: 'active',
  twoFactor: true,
  lastSeenAt: null,
  email: `${id}@example.com`,
})
const number = { phone: '+15550001', status: 'active', session: { status: 'online' }, default: false, queue: null }
const numbers = [
  { ...number, id: 'num_1', name: 'Sales' },
  { ...number, id: 'num_2', name: 'Support' },
]
const grace = member('mem_2', 'Grace', 'agent', ['num_1'])
const answers = { 'GET /v1/team': [member('mem_3', 'Linus', 'admin', null), grace], 'GET /v1/numbers': numbers }
const dialog = page.getByRole('dialog')

it('an agent’s numbers are shown and changed, except by a canceled choice, and none chosen lifts the limit; an admin has no limit', async () => {
  const api = await openApp('settings/team', { ...answers, 'PATCH /v1/team/mem_2': grace })
  await expect.element(page.getByText('Only: Sales')).toBeVisible()
  const button = page.getByRole('button', { name: 'Limit to numbers' })
  await expect.poll(() => button.elements().length).toBe(1)
  await button.click()
  await expect.element(dialog.getByRole('checkbox', { name: 'Sales' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Support' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button.click()
  await expect.element(dialog.getByRole('checkbox', { name: 'Support' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Support' }).click()
  await dialog.getByRole('button', { name: 'Limit to numbers' }).click()
  await expect.poll(() => api.of('PATCH /v1/team/mem_2')[0]?.body).toEqual({ numbers: ['num_1', 'num_2'] })
  await expect.element(dialog).not.toBeInTheDocument()
  api.answers['GET /v1/team'] = [member('mem_2', 'Grace', 'agent', ['num_1', 'num_2'])]
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('Only: Sales, Support')).toBeVisible()
  await button.click()
  for (const name of ['Sales', 'Support']) await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('button', { name: 'Limit to numbers' }).click()
  await expect.poll(() => api.of('PATCH /v1/team/mem_2')[1]?.body).toEqual({ numbers: null })
})

it('a limit can be lifted, but not set, in a workspace with one number', async () => {
  const api = await openApp('settings/team', {
    'GET /v1/team': [grace, member('mem_4', 'Alan', 'agent', null)],
    'GET /v1/numbers': numbers.slice(0, 1),
    'PATCH /v1/team/mem_2': grace,
  })
  await expect.element(page.getByText('Only: Sales')).toBeVisible()
  const button = page.getByRole('button', { name: 'Limit to numbers' })
  expect(button.elements()).toHaveLength(1)
  await button.click()
  await dialog.getByRole('checkbox', { name: 'Sales' }).click()
  await dialog.getByRole('button', { name: 'Limit to numbers' }).click()
  await expect.poll(() => api.of('PATCH /v1/team/mem_2').map(({ body }) => body)).toEqual([{ numbers: null }])
})

it('an invitation limits agents and viewers to the chosen numbers, not admins', async () => {
  const made = { id: 'tin_1', email: 'x', role: 'agent', expiresAt: '2099-01-01T09:00:00.000Z', mailStatus: null }
  const api = await openApp('settings/team?open=new', {
    ...answers,
    'POST /v1/invitations': { ...made, numbers: null, link: '/app/x#y' },
  })
  const form = page.getByRole('dialog', { name: 'Invite' })
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('grace@example.com')
  await form.getByRole('textbox', { name: 'Email 2' }).fill('alan@example.com')
  await form.getByRole('radiogroup', { name: 'Role of alan@example.com' }).getByText('Admin').click()
  await form.getByRole('checkbox', { name: 'Support' }).click()
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect
    .poll(() => api.of('POST /v1/invitations').map(({ body }) => body))
    .toEqual([
      { email: 'grace@example.com', role: 'agent', numbers: ['num_2'] },
      { email: 'alan@example.com', role: 'admin' },
    ])
})

it('no one is invited while the numbers cannot be read, because nothing would limit them', async () => {
  await openApp('settings/team?open=new', { ...answers, 'GET /v1/numbers': () => refusal('cursor', 'is too old') })
  const form = page.getByRole('dialog', { name: 'Invite' })
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('grace@example.com')
  await expect.element(form.getByRole('alert')).toBeVisible()
  await expect.element(form.getByRole('button', { name: 'Invite' })).toBeDisabled()
})
