import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/api.ts'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const webhook = {
  id: 'whk_1',
  name: 'CRM',
  url: 'https://crm.example.com/hook',
  urls: ['https://crm.example.com/hook'],
  events: ['message:*'],
  number: 'num_1',
  secretHeader: null,
  ratePerSecond: null,
  status: 'active',
  endpoints: [],
}
const open = (number: string | null) =>
  openApp('developer/webhooks/whk_1/settings', {
    'GET /v1/webhooks/whk_1': { ...webhook, number },
    'PATCH /v1/webhooks/whk_1': webhook,
  })
const numberField = page.getByLabelText('Limit to a number')

it('a webhook limited to one number is set back to all numbers', async () => {
  const api = await open('num_1')
  await expect.element(numberField).toHaveValue('num_1')
  await numberField.selectOptions('All numbers')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => api.of('PATCH /v1/webhooks/whk_1')[0]?.body).toMatchObject({ number: null })
})

it('a webhook limited to one number shows it even if the numbers could not be read', async () => {
  await openApp('developer/webhooks/whk_1/settings', {
    'GET /v1/webhooks/whk_1': webhook,
    'GET /v1/numbers': () => new Promise(() => {}),
  })
  await expect.element(numberField).toHaveDisplayValue('num_1')
})

it('a webhook is created once, also if the form is submitted again after a lost response', async () => {
  const create = 'POST /v1/webhooks'
  const api = await openApp('developer/webhooks?open=new', {
    [create]: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await page.getByLabelText('URLs').fill('https://crm.example.com/hook')
  const button = page.getByRole('button', { name: 'Create webhook' })
  await button.click()
  await expect.element(page.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[create] = { ...webhook, signingSecret: 'whsec_new' }
  await button.click()
  await expect.element(page.getByText('whsec_new')).toBeVisible()
  expect(new Set(api.of(create).map(({ key }) => key)).size).toBe(1)
})

it('a secret is replaced once, also if the form is submitted again after a lost response', async () => {
  const rotate = 'POST /v1/webhooks/whk_1/rotate-secret'
  const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'owner', numbers: null }
  const api = await openApp('developer/webhooks/whk_1/settings', {
    'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may: ['webhooks.get', 'secrets.rotate'] },
    'GET /v1/webhooks/whk_1': webhook,
    [rotate]: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  const button = page.getByRole('button', { name: 'Rotate secret' })
  await button.click()
  await expect.element(page.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[rotate] = { webhook: 'whk_1', signingSecret: 'whsec_new', previousExpiresAt: '2026-11-30T09:00:00.000Z' }
  await button.click()
  await expect.element(page.getByText('whsec_new')).toBeVisible()
  expect(new Set(api.of(rotate).map(({ key }) => key)).size).toBe(1)
})

it('the form says why it cannot offer the kinds of events', async () => {
  await openApp('developer/webhooks/whk_1/settings', {
    'GET /v1/webhooks/whk_1': webhook,
    'GET /v1/events/kinds': () => refusal('cursor', 'is too old'),
  })
  await expect.element(page.getByRole('group', { name: 'Events' }).getByText(/is too old/i)).toBeVisible()
})

it('a secret header with a new name needs its value', async () => {
  const api = await open(null)
  await page.getByLabelText('Secret header name').fill('X-Secret')
  await page.getByRole('button', { name: 'Save' }).click()
  const value = page.getByLabelText('Secret header value')
  await expect.element(value).toHaveAttribute('aria-invalid', 'true')
  expect(api.of('PATCH /v1/webhooks/whk_1')).toEqual([])
  await value.fill('s3cret')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => api.of('PATCH /v1/webhooks/whk_1')[0]?.body)
    .toMatchObject({ secretHeader: { name: 'X-Secret', value: 's3cret' } })
})

it('a secret header is removed once its name is cleared', async () => {
  const api = await openApp('developer/webhooks/whk_1/settings', {
    'GET /v1/webhooks/whk_1': { ...webhook, secretHeader: { name: 'X-Secret' } },
    'PATCH /v1/webhooks/whk_1': webhook,
  })
  await page.getByLabelText('Secret header name').clear()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => api.of('PATCH /v1/webhooks/whk_1').map(({ body }) => body)).toEqual([{ secretHeader: null }])
})

it('a secret header that a colleague set meanwhile stays', async () => {
  const api = await open(null)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect.element(name).toBeVisible()
  api.answers['GET /v1/webhooks/whk_1'] = { ...webhook, secretHeader: { name: 'X-Secret' }, status: 'paused' }
  await queryClient.invalidateQueries()
  await expect.element(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await name.fill('Desk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => api.of('PATCH /v1/webhooks/whk_1').map(({ body }) => body)).toEqual([{ name: 'Desk' }])
})

it('a name is removed once it is cleared', async () => {
  const api = await open(null)
  await page.getByRole('textbox', { name: 'Name', exact: true }).clear()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => api.of('PATCH /v1/webhooks/whk_1').map(({ body }) => body)).toEqual([{ name: null }])
})

it('each line is one URL, even with a space in it', async () => {
  const api = await open(null)
  await page.getByLabelText('URLs').fill(' https://a.example.com/x y\nhttps://b.example.com\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => api.of('PATCH /v1/webhooks/whk_1')[0]?.body)
    .toMatchObject({ urls: ['https://a.example.com/x y', 'https://b.example.com'] })
})

it('a test event is one that the webhook gets', async () => {
  const test = 'POST /v1/webhooks/whk_1/test'
  const events = ['chat:*', 'message:ack']
  const answers = { 'GET /v1/webhooks/whk_1': { ...webhook, events }, [test]: [] }
  const api = await openApp('developer/webhooks/whk_1/settings', answers)
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => api.of(test).map(({ body }) => body)).toEqual([{ event: 'message:ack' }])
})
