import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, openApp, refusal } from '../../opened-app.fixture.tsx'

const key = {
  id: 'key_1',
  name: 'CRM',
  hint: 'ph_live_…abcd',
  scopes: ['read'],
  numbers: ['num_1'],
  cidrs: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: '2026-11-29T09:00:00.000Z',
  createdBy: null,
}
const rotate = 'POST /v1/keys/key_1/rotate'
const open = () =>
  openApp('developer/keys/key_1', {
    'GET /v1/keys/key_1': key,
    'GET /v1/keys/key_1/usage': { items: [] },
    [rotate]: { ...key, key: 'ph_live_new', previousExpiresAt: '2026-11-30T09:00:00.000Z' },
  })

it('a key says the names of its numbers', async () => {
  await open()
  await expect.element(page.getByText('Shop')).toBeVisible()
  await expect.element(page.getByText('num_1')).not.toBeInTheDocument()
})

it('a key is not replaced without hours, because the previous one would end at once', async () => {
  const api = await open()
  const button = page.getByRole('button', { name: 'Rotate key' })
  await expect.element(button).toBeVisible()
  await page.getByRole('spinbutton').clear()
  await button.click()
  await page.getByRole('spinbutton').fill('2')
  await button.click()
  await expect.poll(() => api.of(rotate).map(({ body }) => body)).toEqual([{ graceHours: 2 }])
})

it('a key is replaced once, also if the form is submitted again after a lost response', async () => {
  const api = await open()
  const answer = api.answers[rotate]
  api.answers[rotate] = () => Promise.reject(new TypeError('Failed to fetch'))
  const button = page.getByRole('button', { name: 'Rotate key' })
  await button.click()
  await expect.element(page.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[rotate] = answer
  await button.click()
  await expect.element(page.getByText('ph_live_new', { exact: true })).toBeVisible()
  expect(new Set(api.of(rotate).map(({ key }) => key)).size).toBe(1)
})

it('a new key is shown at once, also if the list of keys cannot be read any more', async () => {
  const api = await openApp('developer/keys?open=new', {
    'GET /v1/keys': [],
    'POST /v1/keys': { ...key, key: 'ph_live_new' },
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('CRM')
  api.answers['GET /v1/keys'] = () => new Promise(() => {})
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect.element(page.getByText('ph_live_new', { exact: true })).toBeVisible()
})

it('a key is not created while its numbers cannot be read, because nothing would limit it', async () => {
  await openApp('developer/keys?open=new', {
    'GET /v1/keys': [],
    'GET /v1/numbers': () => refusal('cursor', 'is too old'),
  })
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await expect.element(drawer.getByRole('alert')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Create key' })).toBeDisabled()
})

it('an end with a year of five digits is refused at its field', async () => {
  const api = await openApp('developer/keys?open=new', {
    'GET /v1/keys': [],
    'POST /v1/keys': () => refusal('expiresAt', 'must be a time'),
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await page.getByLabelText('Expires').fill('12026-01-01T10:00')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect.poll(() => api.of('POST /v1/keys')[0]?.body).toMatchObject({ expiresAt: '12026-01-01T10:00' })
  await expect.element(page.getByText('Must be a time.')).toBeVisible()
})

it('a filter that matches none of the loaded keys still offers the next ones', async () => {
  const first = () => Response.json([key], { headers: { Link: '</v1/keys?cursor=second>; rel="next"' } })
  await openApp('developer/keys?q=shop', {
    'GET /v1/keys': ({ search }: Asked) => (search.has('cursor') ? [{ ...key, id: 'key_2', name: 'Shop' }] : first()),
  })
  await expect.element(page.getByText('No matches for “shop”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByRole('link', { name: 'Shop', exact: true })).toBeVisible()
})

it('revoked keys are not revoked again, neither with others nor alone', async () => {
  const old = { ...key, id: 'key_2', name: 'Shop', revokedAt: '2026-11-29T10:00:00.000Z' }
  const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'owner', numbers: null }
  const api = await openApp('developer/keys', {
    'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may: ['keys.list', 'keys.revoke'] },
    'GET /v1/keys': [key, old],
  })
  const revoke = page.getByRole('toolbar').getByRole('button', { name: 'Revoke' })
  await page.getByRole('checkbox', { name: 'Select Shop' }).click()
  await expect.element(revoke).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select CRM' }).click()
  await revoke.click()
  await expect.element(page.getByRole('dialog').getByText(/^CRM will stop working/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  const revoked = () => api.asked.flatMap(({ path }) => (path.endsWith('/revoke') ? path : []))
  await expect.poll(revoked).toEqual(['/v1/keys/key_1/revoke'])
  await expect.element(page.getByText('1 selected')).toBeVisible()
})
