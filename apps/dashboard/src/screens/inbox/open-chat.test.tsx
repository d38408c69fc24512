import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Asked, openApp } from '../../opened-app.fixture.tsx'
import { chatOf, inboxWith, stored } from './inbox.fixture.ts'
import { glanceMs } from './presence.ts'

const agent = {
  workspace: { id: 'wsp_1', name: 'Umbrellas' },
  member: { id: 'mem_1', name: 'Ada Lovelace', email: 'ada@example.com', role: 'agent', numbers: null },
  may: ['chats.list', 'chats.get', 'chats.presence', 'messages.list', 'numbers.list'],
}
const row = (id: string) => page.getByRole('link', { name: new RegExp(`^Customer ${id}`) })
const heading = (id: string) => page.getByRole('heading', { name: `Customer ${id}` })

/** Holds timers of this duration back. Returns what they would run, in order. */
function heldTimers(ms: number): (() => void)[] {
  const held: (() => void)[] = []
  const start = globalThis.setTimeout
  const hold = (run: () => void, afterMs?: number) => (afterMs === ms ? held.push(run) : start(run, afterMs))
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  return held
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  dispatchEvent(new Event('online'))
})

it('a click on a chat asks for its messages at once, before anything is rendered', async () => {
  const api = await openApp('inbox/all', inboxWith(chatOf('cht_1')))
  await expect.element(row('cht_1')).toBeVisible()
  ;(row('cht_1').element() as HTMLElement).click()
  expect(api.of('GET /v1/messages').map(({ search }) => search.get('chat'))).toEqual(['cht_1'])
  await expect.element(heading('cht_1')).toBeVisible()
})

it('someone who steps through chats is reported only in the one they stay in', async () => {
  const presence = Object.fromEntries(['cht_1', 'cht_2'].map((id) => [`POST /v1/chats/${id}/presence`, { others: [] }]))
  const chats = inboxWith(chatOf('cht_1'), chatOf('cht_2'))
  const api = await openApp('inbox/all', { ...chats, ...presence, 'GET /v1/me': agent })
  await expect.element(row('cht_1')).toBeVisible()
  const glances = heldTimers(glanceMs)
  ;(row('cht_1').element() as HTMLElement).click()
  await expect.poll(() => glances.length).toBe(1)
  ;(row('cht_2').element() as HTMLElement).click()
  await expect.element(heading('cht_2')).toBeVisible()
  await expect.poll(() => glances.length).toBe(2)
  glances[1]?.()
  const reported = () => api.of('POST /v1/chats/cht_2/presence').map(({ body }) => body)
  await expect.poll(reported).toEqual([{ status: 'viewing' }])
  expect(api.of('POST /v1/chats/cht_1/presence')).toEqual([])
})

it('a chat is offered to the members who would see it, not to one who is disabled or limited to other numbers', async () => {
  const member = { status: 'active', numbers: null }
  await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/team': [
      { ...member, id: 'mem_2', name: 'Alan', numbers: ['num_1'] },
      { ...member, id: 'mem_3', name: 'Grace', numbers: ['num_2'] },
      { ...member, id: 'mem_4', name: 'Edsger', status: 'disabled' },
      { ...member, id: 'mem_5', name: 'Barbara' },
    ],
  })
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Barbara' })).toBeVisible()
  const offered = (name: string) => page.getByRole('menuitem', { name }).elements().length
  expect(['Alan', 'Grace', 'Edsger', 'Barbara'].map(offered)).toEqual([1, 0, 0, 1])
})

it('someone who is limited to some numbers is offered to change a view of their own, and none of the team', async () => {
  const view = { filter: {}, sort: 'lastMessageAt:desc' }
  const views = [
    { ...view, id: 'view_1', name: 'Late', shared: true },
    { ...view, id: 'view_2', name: 'Own', shared: false },
  ]
  const me = {
    ...agent,
    member: { ...agent.member, numbers: ['num_1'] },
    may: [...agent.may, 'views.list', 'views.update'],
  }
  await openApp('inbox/view_2', { ...inboxWith(chatOf('cht_1')), 'GET /v1/views': views, 'GET /v1/me': me })
  await expect.element(page.getByRole('button', { name: 'Edit view' })).toBeVisible()
  await page.getByRole('link', { name: 'Late' }).click()
  await expect.poll(() => location.pathname).toBe('/app/wsp_1/inbox/view_1')
  await expect.element(page.getByRole('button', { name: 'Edit view' })).not.toBeInTheDocument()
})

it.each([true, false])(
  'the simulated phone of the customer is offered to those who may use it: %s',
  async (isAllowed) => {
    const me = { ...agent, may: [...agent.may, ...(isAllowed ? ['numbers.simulate'] : [])] }
    const shop = { id: 'num_1', name: 'Shop', provider: 'simulator', status: 'active', session: { status: 'online' } }
    const numbers = [shop, { ...shop, id: 'num_2', name: 'North' }]
    await openApp('inbox/all/cht_1', {
      ...inboxWith(chatOf('cht_1')),
      'POST /v1/chats/cht_1/presence': { others: [] },
      'GET /v1/numbers': numbers,
      'GET /v1/me': me,
    })
    // The header names the number once the numbers are known.
    await expect.element(page.getByRole('main').getByTitle(/· Shop$/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Act as the customer' }).elements()).toHaveLength(Number(isAllowed))
  },
)

it('a change while offline fails at once, and is not made after the connection is back', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const api = await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'PATCH /v1/chats': lost })
  await expect.element(heading('cht_1')).toBeVisible()
  dispatchEvent(new Event('offline'))
  await userEvent.keyboard('e')
  await expect.element(page.getByText(/^Can't reach the server/)).toBeVisible()
  api.answers['PATCH /v1/chats'] = []
  const before = api.asked.length
  dispatchEvent(new Event('online'))
  await userEvent.keyboard('u')
  const changes = () => api.asked.slice(before).filter(({ method }) => method === 'PATCH')
  await expect.poll(() => changes().map(({ body }) => body)).toEqual([{ ids: ['cht_1'], unread: true }])
})

it.for([
  ['j', 'cht_4'],
  ['k', 'cht_2'],
] as const)('after a chat has left the list, %s opens its neighbor', async ([key, neighbor]) => {
  const chats = ['cht_1', 'cht_2', 'cht_3', 'cht_4'].map((id) => chatOf(id))
  const api = await openApp('inbox/all/cht_3', inboxWith(...chats))
  api.answers['PATCH /v1/chats'] = () => {
    api.answers['GET /v1/chats'] = chats.filter(({ id }) => id !== 'cht_3')
    return [chatOf('cht_3', { status: 'resolved', version: 2 })]
  }
  await expect.element(row('cht_3')).toBeVisible()
  await userEvent.keyboard('e')
  await expect.element(row('cht_3')).not.toBeInTheDocument()
  await userEvent.keyboard(key)
  await expect.element(heading(neighbor)).toBeVisible()
})

it('a chat that is marked as unread while it is open stays unread until the customer writes', async () => {
  const chat = chatOf('cht_1')
  const unread = chatOf('cht_1', { lastInboundAt: chat.lastInboundAt, unread: true, unreadCount: 1, version: 2 })
  const may = ['chats.list', 'chats.get', 'chats.read', 'chats.updateMany', 'messages.list', 'numbers.list']
  const api = await openApp('inbox/all/cht_1', { ...inboxWith(chat), 'GET /v1/me': { ...agent, may } })
  api.answers['PATCH /v1/chats'] = () => {
    api.answers['GET /v1/chats'] = [unread]
    return [unread]
  }
  await expect.element(row('cht_1')).toBeVisible()
  const looks = heldTimers(2_000)
  await userEvent.keyboard('u')
  await expect.element(row('cht_1')).toHaveAttribute('data-unread')
  expect(looks).toEqual([])
  const data = { ...unread, lastInboundAt: new Date().toISOString(), unreadCount: 2, version: 3, change: 'read' }
  const event = { sequence: 1, event: 'chat:updated', data }
  new BroadcastChannel('posthorn-live-wsp_1-per_1').postMessage({ notice: { event } })
  await expect.poll(() => looks.length).toBe(1)
})

it('a message shows what it quotes, also if that is older than the messages that are read', async () => {
  const written = stored({ body: { chat: 'cht_1', message: 'As I wrote' } } as Asked)
  const older = stored({ body: { chat: 'cht_1', message: 'Is my umbrella ready?' } } as Asked)
  await openApp('inbox/all/cht_1', {
    ...inboxWith(chatOf('cht_1')),
    'GET /v1/messages': [{ ...written, quote: 'msg_old' }],
    'GET /v1/messages/msg_old': { ...older, id: 'msg_old' },
  })
  await expect.element(page.getByRole('article').getByText('Is my umbrella ready?')).toBeVisible()
})

it('the actions on selected chats stay within the list', async () => {
  await openApp('inbox/all/cht_1', inboxWith(chatOf('cht_1')))
  await expect.element(heading('cht_1')).toBeVisible()
  await userEvent.keyboard('x')
  const bar = page.getByRole('toolbar', { name: 'Selected chats' })
  await expect.element(bar.getByRole('button', { name: 'Resolve' })).toBeVisible()
  expect(bar.element().scrollWidth).toBe(bar.element().clientWidth)
})

it('Hebrew text runs from right to left in the list, the conversation and the field', async () => {
  const [name, message] = ['דנה לוי', 'שלום, מתי אתם פתוחים?']
  const chat = chatOf('cht_9', { name, lastMessage: { ...chatOf('cht_9').lastMessage, message } as never })
  const received = { ...stored({ body: { chat: 'cht_9', message } } as never), direction: 'in' }
  await openApp('inbox/all/cht_9', { ...inboxWith(chat), 'GET /v1/messages': [received] })
  const reply = page.getByRole('textbox', { name: /^Reply…/ })
  await reply.fill(message)
  const link = page.getByRole('link', { name: new RegExp(name) })
  const texts = [
    page.getByRole('heading', { name }),
    link.getByText(name),
    page.getByRole('article').getByText(message),
  ]
  for (const text of [...texts, reply]) await expect.element(text).toBeVisible()
  expect(texts.map((text) => getComputedStyle(text.element()).direction)).toEqual(['rtl', 'rtl', 'rtl'])
  expect(getComputedStyle(reply.element()).unicodeBidi).toBe('plaintext')
  await reply.fill('')
  await expect.poll(() => getComputedStyle(link.getByText(message).element()).direction).toBe('rtl')
})

it('a label is not offered as new if the API has it under a name that it takes for the same', async () => {
  const labels = [{ id: 'lbl_1', name: 'VIP', color: '#2f9e44' }]
  await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'GET /v1/labels': labels })
  await page.getByRole('button', { name: 'Label', exact: true }).click()
  const name = page.getByLabelText('Find or create a label')
  const offer = page.getByRole('menuitem', { name: /^Create/ })
  await name.fill('Vi')
  await expect.element(offer).toBeVisible()
  await name.fill('ＶＩＰ')
  await expect.element(page.getByRole('menuitem', { name: 'VIP' })).toBeVisible()
  expect(offer.query()).toBeNull()
})

it('a page that stays open overnight snoozes until the next day from then', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 18) })
  const api = await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), 'PATCH /v1/chats': [] })
  await expect.element(heading('cht_1')).toBeVisible()
  vi.setSystemTime(new Date(2026, 11, 1, 8))
  await page.getByRole('button', { name: /Ctrl K$/ }).click()
  await userEvent.keyboard('tomorrow')
  await page.getByRole('option', { name: /Until tomorrow/ }).click()
  const until = new Date(2026, 11, 2, 9).toISOString()
  await expect
    .poll(() => api.of('PATCH /v1/chats').map(({ body }) => body))
    .toEqual([{ ids: ['cht_1'], snooze: { until } }])
})
