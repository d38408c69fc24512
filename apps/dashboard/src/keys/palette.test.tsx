import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../api/api.ts'
import { openApp } from '../opened-app.fixture.tsx'

it('a search that fails for now goes on until it has an answer', async () => {
  const busy = { status: 503, errorCode: 'service:overloaded', message: 'Wait for Retry-After.', errors: [] }
  const me = { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member: null, may: ['search.find', 'chats.list'] }
  const api = await openApp('inbox/all', {
    'GET /v1/me': me,
    'GET /v1/search': () => Response.json(busy, { status: 503 }),
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('umbrella')
  await expect.poll(() => api.of('GET /v1/search').length).toBeGreaterThan(0)
  await expect.poll(() => queryClient.isFetching({ queryKey: ['found'] })).toBe(0)
  // Without waiting: while the search is repeated, the palette says so in any case.
  expect(page.getByText('Searching…').elements()).toHaveLength(1)
  const item = { id: 'con_1', name: 'Umbrella Ltd', text: 'Umbrella Ltd', field: 'name', marks: [] }
  api.answers['GET /v1/search'] = { groups: [{ kind: 'contact', items: [item], more: false }], unavailable: [] }
  await expect.element(page.getByRole('option', { name: 'Umbrella Ltd' }), { timeout: 15_000 }).toBeVisible()
})
