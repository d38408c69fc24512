import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const counts = { asked: 20, answers: 8, average: 4.25, scores: [0, 1, 0, 3, 4] }
const refused = () => refusal('from', 'is too old')
const others = {
  'GET /v1/statistics/inbox': refused,
  'GET /v1/statistics/answers': refused,
  'GET /v1/statistics/messages': refused,
  'GET /v1/numbers/num_1/statistics': refused,
}

it('ratings are reported in total, by member and by department', async () => {
  await openApp('reports', {
    ...others,
    'GET /v1/departments': [{ id: 'dep_1', name: 'Support', members: ['mem_2'] }],
    'GET /v1/statistics/ratings': {
      total: counts,
      members: [{ ...counts, member: 'mem_2', name: 'Grace' }],
      departments: [{ ...counts, department: 'dep_1' }],
    },
  })
  await expect.element(page.getByRole('img', { name: 'Customer ratings' })).toBeVisible()
  for (const name of ['Grace', 'Support']) {
    const row = page.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect.element(row).toBeVisible()
    expect(row.element().textContent).toMatch(/4.25\D*8\D*20/)
  }
  const panel = page.getByRole('region', { name: 'Customer ratings' })
  await panel.getByText('Show as table').click()
  const fives = panel.getByRole('row', { name: /^5/ })
  await expect.poll(() => fives.element().textContent).toBe('54')
})

it.each([
  ['the workload of a team that could not be read', { 'GET /v1/team': refused }, 'Team workload', /is too old/i],
  ['the deliveries of a workspace without a number', { 'GET /v1/numbers': [] }, /^Delivery/, /^No messages were sent/],
])('a panel says why it is empty: %s', async (_, answers, name, text) => {
  await openApp('reports', { ...others, 'GET /v1/statistics/ratings': refused, ...answers })
  await expect.element(page.getByRole('region', { name }).getByText(text)).toBeVisible()
})
