import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const entry = {
  id: 'aud_1',
  sequence: 1,
  createdAt: '2026-11-27T10:00:00.000Z',
  actor: { type: 'member', id: 'mem_1', name: 'Ada Lovelace' },
  operation: 'team.disable',
  target: 'mem_2',
  ip: '192.0.2.1',
  requestId: 'req-1',
  given: { id: 'mem_2' },
  changes: [],
  truncated: false,
  hash: '0123456789abcdef',
}
const grace = { id: 'mem_2', name: 'Grace Hopper' }
const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' })

it('the audit log says who did what to whom, with the id in the details', async () => {
  await openApp('settings/audit', { 'GET /v1/audit': [entry], 'GET /v1/team': [grace] })
  await expect.element(row.getByText('Disabled a member')).toBeVisible()
  await expect.element(row.getByText('Grace Hopper')).toBeVisible()
  await expect.element(row.getByText('mem_2').first()).not.toBeVisible()
  await row.getByText('Details').click()
  await expect.element(row.getByText('mem_2', { exact: true })).toBeVisible()
  await expect.element(row.getByText('team.disable')).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Copy' })).toBeVisible()
})

it('the audit log is filtered by a name, which asks for each operation that has it', async () => {
  const api = await openApp('settings/audit', { 'GET /v1/audit': [entry], 'GET /v1/team': [grace] })
  await page.getByLabelText('Action').selectOptions('Revoked an API key')
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  await apply.click()
  await expect
    .poll(() => api.of('GET /v1/audit').at(-1)?.search.getAll('operation').join(','))
    .toBe('keys.revoke,workspaceKeys.revoke')
  await expect.element(page.getByLabelText('Action')).toHaveValue('keys.revoke,workspaceKeys.revoke')
  await expect.element(apply).toHaveFocus()
  history.back()
  await expect.element(page.getByLabelText('Action')).toHaveValue('')
})

it('the audit log names webhooks, automations and groups, which entries hold only as ids', async () => {
  const about = (operation: string, target: string) => ({ ...entry, id: `aud_${target}`, operation, target, given: {} })
  await openApp('settings/audit', {
    'GET /v1/audit': [
      about('webhooks.pause', 'whk_1'),
      about('webhooks.resume', 'whk_2'),
      about('automations.create', 'atm_1'),
      about('groups.create', 'grp_1'),
    ],
    'GET /v1/webhooks': [
      { id: 'whk_1', name: 'Warehouse', url: 'https://a.example.com', endpoints: [] },
      { id: 'whk_2', name: null, url: 'https://b.example.com', endpoints: [] },
    ],
    'GET /v1/automations': [{ id: 'atm_1', name: 'After hours' }],
    'GET /v1/groups': [{ id: 'grp_1', name: 'Regulars' }],
  })
  for (const name of ['Warehouse', 'https://b.example.com', 'After hours', 'Regulars'])
    await expect.element(row.getByText(name)).toBeVisible()
})

it('someone whose role may not read the audit log is told so in words of the dashboard', async () => {
  const answer = {
    status: 403,
    errorCode: 'role:insufficient',
    message: 'audit.list needs the role admin.',
    errors: [],
  }
  await openApp('settings/audit', { 'GET /v1/audit': () => Response.json(answer, { status: 403 }) })
  await expect.element(page.getByText('Your role does not allow this; ask an admin.')).toBeVisible()
})
