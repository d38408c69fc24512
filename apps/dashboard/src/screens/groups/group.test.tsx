import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

it('a group is created once, although the answer was lost and it is sent again', async () => {
  const api = await openApp('groups?open=new', {
    'POST /v1/groups': () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Drivers')
  const create = page.getByRole('button', { name: 'Create group' })
  await create.click()
  await expect.element(page.getByRole('alert').getByText(/Submit it again unchanged/)).toBeVisible()
  api.answers['POST /v1/groups'] = { id: 'grp_1' }
  await create.click()
  await expect.poll(() => location.pathname).toMatch(/groups\/grp_1$/)
  expect(new Set(api.of('POST /v1/groups').map(({ key }) => key)).size).toBe(1)
})
