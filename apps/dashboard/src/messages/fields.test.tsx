import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../opened-app.fixture.tsx'

it('a disconnected number is not offered for sending', async () => {
  const number = (id: string, name: string, status: string) => ({ id, name, status, session: { status: 'online' } })
  await openApp('new-conversation', {
    'GET /v1/numbers': [
      number('num_1', 'Old', 'disconnected'),
      number('num_2', 'Shop', 'active'),
      number('num_3', 'Repairs', 'active'),
    ],
  })
  const field = page.getByRole('combobox', { name: 'Send from' })
  await expect.element(field).toHaveValue('num_2')
  await expect.element(field.getByRole('option', { name: 'Old' })).not.toBeInTheDocument()
})
