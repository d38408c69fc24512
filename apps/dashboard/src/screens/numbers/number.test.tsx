import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/api.ts'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const number = {
  id: 'num_1',
  name: 'Shop',
  phone: '+15550001',
  provider: 'simulator',
  status: 'active',
  session: { status: 'online' },
  default: true,
  queue: null,
  settings: { ratePerSecond: null, quietHours: { from: '22:00', to: '07:00', timeZone: 'recipient' } },
}

it('quiet hours are removed only by clearing both times', async () => {
  const route = 'PATCH /v1/numbers/num_1'
  const api = await openApp('numbers/num_1/settings', { 'GET /v1/numbers/num_1': number, [route]: number })
  const save = page.getByRole('button', { name: 'Save' })
  const [from, to] = [page.getByLabelText('Quiet hours start'), page.getByLabelText('Quiet hours end')]
  await to.clear()
  await save.click()
  await expect.element(to).toHaveAttribute('aria-invalid', 'true')
  expect(api.of(route)).toEqual([])
  await from.clear()
  await save.click()
  await expect.poll(() => api.of(route).map(({ body }) => body)).toEqual([{ settings: { quietHours: null } }])
})

it('credentials are stored without the spaces that were copied along', async () => {
  const route = 'PATCH /v1/numbers/num_1'
  const cloud = { ...number, provider: 'cloud' }
  const api = await openApp('numbers/num_1/settings', { 'GET /v1/numbers/num_1': cloud, [route]: cloud })
  await page.getByLabelText('Access token', { exact: true }).fill(' EAAG ')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.poll(() => api.of(route).map(({ body }) => body)).toEqual([{ accessToken: 'EAAG' }])
})

it('an error about several fields calls them by their labels', async () => {
  await openApp('numbers/num_1/settings', {
    'GET /v1/numbers/num_1': number,
    'PATCH /v1/numbers/num_1': () => refusal('settings.quietHours', 'must end at another time than they start'),
  })
  await page.getByLabelText('Quiet hours end').fill('22:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByRole('alert').getByText(/^Quiet hours start, Quiet hours end, .*: Must end/))
    .toBeVisible()
})

it('disconnecting a number leads to the list, even if an event shows it as disconnected before the answer arrives', async () => {
  const member = { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'owner', numbers: null }
  const may = ['numbers.list', 'numbers.get', 'numbers.disconnect']
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const api = await openApp('numbers/num_1/settings', {
    'GET /v1/me': { workspace: { id: 'wsp_1', name: 'Umbrellas' }, member, may },
    'GET /v1/numbers': [],
    'GET /v1/numbers/num_1': number,
    'POST /v1/numbers/num_1/disconnect': () => promise,
  })
  const button = page.getByRole('button', { name: 'Disconnect' })
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => api.of('POST /v1/numbers/num_1/disconnect').length).toBe(1)
  const disconnected = { ...number, status: 'disconnected' }
  queryClient.setQueryData(['numbers', 'wsp_1', 'num_1'], disconnected)
  await expect.element(button).not.toBeInTheDocument()
  resolve(disconnected)
  await expect.element(page.getByRole('heading', { name: 'Numbers', level: 1 })).toBeVisible()
})

it('the waiting messages are read as a list, and not each of them again', async () => {
  const waiting = (id: string) => ({
    id,
    chat: 'cht_1',
    number: 'num_1',
    type: 'text',
    message: id,
    phone: '+15550002',
    status: 'queued',
    estimatedSendAt: null,
    waiting: { reason: 'number_paused', until: null },
    createdAt: '2026-11-29T09:00:00.000Z',
  })
  const ids = ['msg_1', 'msg_2']
  const api = await openApp('numbers/waiting', { 'GET /v1/messages': ids.map(waiting) })
  for (const name of ids) await expect.element(page.getByRole('link', { name })).toBeVisible()
  expect(api.asked.filter(({ path }) => path.startsWith('/v1/messages/'))).toEqual([])
})

it('a number that was just connected has its verify token to copy, and says that it is shown only now', async () => {
  const connected = { ...number, callbackUrl: 'https://desk.example.com/num_1', verifyToken: 'x8Kq2mZ7aBk3J9' }
  await openApp('numbers/connect', { 'POST /v1/numbers': { ...connected, provider: 'cloud' } })
  for (const label of ['Name', 'Phone number ID', 'WhatsApp Business Account ID', 'Access token', 'App secret'])
    await page.getByLabelText(label, { exact: true }).fill('106540352242922')
  await page.getByRole('button', { name: 'Connect number' }).click()
  await expect.element(page.getByText('x8Kq2mZ7aBk3J9')).toBeVisible()
  await expect.element(page.getByText(/The verify token is shown only now\./)).toBeVisible()
})
