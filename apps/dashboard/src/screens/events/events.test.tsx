import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

it('the field for the kind of events says what the list shows, also after Back', async () => {
  const api = await openApp('developer/events')
  const field = page.getByLabelText('Kind')
  await field.fill('message:*')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.of('GET /v1/events').at(-1)?.search.get('events')).toBe('message:*')
  history.back()
  await expect.element(field).toHaveValue('')
})

it('a kind that is chosen while the log is paused is read once', async () => {
  const api = await openApp('developer/events')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByLabelText('Kind').fill('message:*')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.of('GET /v1/events').at(-1)?.search.get('events')).toBe('message:*')
  await expect.element(page.getByText('No matching events.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible()
})
