import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Asked, openApp, refusal } from '../../../opened-app.fixture.tsx'
import { chatOf, inboxWith } from '../inbox.fixture.ts'

// The browser remembers whether the pane is open, and the key would close it.
beforeEach(() => localStorage.clear())

const phone = '+4915112345678'
const contact = {
  id: 'cnt_1',
  name: 'Ada',
  phone,
  identities: [{ type: 'phone', value: phone }],
  tags: ['vip'],
  fields: { plan: 'gold' },
  createdAt: '2026-11-01T10:00:00.000Z',
  blocked: false,
  optedOutAt: null,
}
const message = {
  chat: 'cht_1',
  direction: 'out',
  type: 'text',
  status: 'read',
  statusAt: {},
  answers: [],
  reactions: [],
  createdAt: '2026-11-20T10:00:00.000Z',
}
const messages = [
  { ...message, id: 'msg_1', message: 'Autumn sale', reference: 'pst_1' },
  { ...message, id: 'msg_2', message: 'Your umbrella is ready', reference: null },
]

it('the pane of a customer shows tags, fields, other chats, broadcasts and notes beside the chat', async () => {
  const other = chatOf('cht_2', { number: 'num_2' })
  const api = await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1', { contact: 'cnt_1' }), other),
    'GET /v1/contacts/cnt_1': contact,
    'GET /v1/chats/cht_1/notes': [
      {
        id: 'note_1',
        text: 'Pays in cash',
        message: 'Pays in cash',
        by: { name: 'Grace' },
        mentions: [],
        createdAt: message.createdAt,
      },
    ],
    'GET /v1/messages': ({ search }: Asked) => (search.get('phone') ? messages : []),
  })
  await expect.element(page.getByRole('heading', { name: 'Customer cht_1' })).toBeVisible()
  await userEvent.keyboard('i')
  const section = (name: string) => page.getByRole('group').filter({ hasText: new RegExp(`^${name}`) })
  await expect.element(section('Broadcasts').getByRole('link', { name: /Autumn sale/ })).toBeVisible()
  expect(section('Broadcasts').element().textContent).not.toContain('umbrella')
  for (const text of ['gold', 'vip', 'Pays in cash']) await expect.element(page.getByText(text).first()).toBeVisible()
  await expect.element(section('Other chats').getByRole('link', { name: /num_2/ })).toBeVisible()
  expect(api.of('GET /v1/messages').some(({ search }) => search.get('direction') === 'out')).toBe(true)
})

it('what cannot be read about a customer is not said to be absent', async () => {
  const chat = chatOf('cht_1', { contact: 'cnt_1' })
  const unlessOfPhone = (rows: unknown[]) => (asked: Asked) =>
    asked.search.has('phone') ? refusal('phone', 'is not known') : rows
  await openApp('inbox/all/cht_1', {
    ...inboxWith(chat),
    'GET /v1/contacts/cnt_1': contact,
    'GET /v1/chats': unlessOfPhone([chat]),
    'GET /v1/messages': unlessOfPhone([]),
    'GET /v1/chats/cht_1/notes': () => refusal('id', 'is not known'),
  })
  await expect.element(page.getByRole('heading', { name: 'Customer cht_1' })).toBeVisible()
  await userEvent.keyboard('i')
  for (const name of ['Other chats', 'Broadcasts', 'Notes']) {
    const section = page.getByRole('group').filter({ hasText: new RegExp(`^${name}`) })
    await expect.element(section.getByRole('alert')).toBeVisible()
  }
})
