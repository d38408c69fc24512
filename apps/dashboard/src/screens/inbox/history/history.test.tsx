import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Asked, openApp } from '../../../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from '../inbox.fixture.ts'

const refused = { status: 400, errorCode: 'request:invalid', message: 'Not valid.', errors: [] }

it('events that cannot be read are not requested again and again', async () => {
  const events = Array.from({ length: 100 }, (_, i) => ({
    sequence: 100 - i,
    event: 'chat:updated',
    occurredAt: '2026-11-29T09:00:00.000Z',
    data: { ...chatOf('cht_1'), change: 'read', by: null },
  }))
  const api = await openApp('inbox/all/cht_1?at=100', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/events': ({ search }: { search: URLSearchParams }) =>
      search.has('after') ? Response.json(refused, { status: 400 }) : events,
  })
  await expect.element(page.getByText('Event 100', { exact: true })).toBeVisible()
  const later = () => api.of('GET /v1/events').filter(({ search }) => search.has('after'))
  await expect.poll(() => later().length).toBeGreaterThan(0)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('Event 99', { exact: true })).toBeVisible()
  expect(later().length).toBeLessThan(5)
})

it('the message of the oldest event that is read is shown, although it is a little older than its event', async () => {
  const occurredAt = '2026-11-29T09:00:00.000Z'
  const message = {
    ...stored({ body: { chat: 'cht_1', message: 'Is my umbrella ready?' } } as Asked),
    direction: 'in',
    status: 'received',
    createdAt: '2026-11-29T08:59:59.000Z',
  }
  const events = Array.from({ length: 100 }, (_, i) => ({
    sequence: 100 - i,
    event: i === 99 ? 'message:in' : 'chat:updated',
    occurredAt,
    data: i === 99 ? message : { ...chatOf('cht_1'), change: 'read', by: null },
  }))
  await openApp('inbox/all/cht_1?at=100', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/events': ({ search }: Asked) => (search.has('after') ? [] : events),
  })
  await expect.element(page.getByText('Event 100', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('article').getByText('Is my umbrella ready?')).toBeVisible()
})

it.each([
  ['found', [{ sequence: 100, event: 'chat:updated', occurredAt: '2026-11-29T09:00:00.000Z', data: {} }]],
  ['refused', Response.json(refused, { status: 400 })],
])('shows nothing in the chat that the person went to before it was %s', async (_name, answer) => {
  await page.viewport(1280, 800)
  const found = Promise.withResolvers<object>()
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1'), chatOf('cht_2')),
    'GET /v1/me': {
      workspace: { id: 'wsp_1', name: 'Umbrellas' },
      member: { id: 'mem_1', name: 'Ada Lovelace', email: 'ada@example.com', role: 'agent', numbers: null },
      may: ['chats.list', 'chats.get', 'messages.list', 'numbers.list', 'events.list'],
    },
    'GET /v1/events': () => found.promise,
  })
  const asked = () => api.of('GET /v1/events').map(({ search }) => search.get('chat'))
  const goTo = async (id: string) => {
    await page.getByRole('link', { name: new RegExp(`^Customer ${id}`) }).click()
    await expect.element(page.getByRole('heading', { name: `Customer ${id}` })).toBeVisible()
  }
  await expect.element(page.getByRole('heading', { name: 'Customer cht_1' })).toBeVisible()
  await userEvent.keyboard('h')
  await expect.poll(asked).toEqual(['cht_1'])
  await goTo('cht_2')
  found.resolve(answer)
  await goTo('cht_1')
  expect(asked()).toEqual(['cht_1'])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
