import { contacts, Fault, groups, messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { dialectRoutes } from './index.ts'
import { controlOf } from './message-control.ts'
import { sessionAsking } from './session.fixture.ts'

const [number, other] = [newId('num'), newId('num')]
const phone = '+4915112345678'
const chatOfOther = { id: newId('chat'), number: other }
const items = (list: object[]) => ({ items: list, next: null })

/** A session whose operations return these objects. `asked`: operations that would change something. */
function sessionWith(asked: unknown[] = []) {
  const answers = new Map<unknown, unknown>([
    [numbers.numbers.list, items([number, other].map((id) => ({ id, phone: null })))],
    [messaging.labels.list, items([{ id: newId('lbl'), name: 'vip' }])],
    [messaging.chats.get, chatOfOther],
    [messaging.files.list, items([])],
    [messaging.chats.list, items([{ id: newId('chat'), number }])],
    [contacts.contacts.list, items([{ id: newId('con'), fields: { plan: 'gold' } }])],
    [contacts.contacts.create, { id: newId('con'), fields: { plan: 'gold' } }],
  ])
  const ask = async (operation: unknown, input: unknown) => answers.get(operation) ?? asked.push(input)
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key', refuseWithout: () => undefined }
  return { session: session as unknown as Session, asked }
}

async function handled(line: string, body: unknown, query = '') {
  const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  const { session, asked } = sessionWith()
  const parameters = { d: shortIdOf(number), w: phone, g: '1@g.us' }
  const result = await route.handle({ session, parameters, query: readQuery(query), body: shapedBody(body, route) })
  return { result, asked }
}

const invalid = { code: 'request:invalid' }

describe('a request of the dialect that selects some objects', () => {
  it.each([
    { all: true, id: 'vip' },
    { all: true, ids: ['vip'] },
    [{ all: true, name: 'vip' }],
    { all: true, name: '' },
    { all: true, name: null },
    { all: true, color: 'ruby' },
    { ids: [{ all: true, name: '' }] },
  ])('is refused with "all" beside a selection: %j', async (body) => {
    await expect(handled('DELETE /v1/devices/{d}/labels', body)).rejects.toMatchObject(invalid)
  })

  it('is refused with "all" in the body beside a selection in the query', async () => {
    for (const body of [{ all: true }, [{ all: true }]])
      await expect(handled('DELETE /v1/devices/{d}/labels', body, 'name=vip')).rejects.toMatchObject(invalid)
  })

  it.each([
    { all: true, phones: '' },
    { all: true, phone },
  ])('is refused for people who asked to join a group with "all" and %j', async (body) => {
    await expect(handled('POST /v1/devices/{d}/groups/{g}/members', body)).rejects.toMatchObject(invalid)
  })

  it('is refused with ids where the rest would name another object', async () => {
    const body = { ids: ['vip'], name: 'lead' }
    await expect(handled('PATCH /v1/devices/{d}/labels', body)).rejects.toMatchObject(invalid)
  })

  it('is refused with a condition for files that does not exist', async () => {
    for (const body of [
      { kind: 'image', id: 'x' },
      { kind: 'image', createdBefore: '2020-01-01' },
    ])
      await expect(handled('DELETE /v1/files', body)).rejects.toMatchObject(invalid)
  })

  it('does not reach chats of another device', async () => {
    const { result, asked } = await handled('DELETE /v1/devices/{d}/chats', { phones: [chatOfOther.id] })
    expect(result).toEqual([{ phone: chatOfOther.id, status: 'notfound' }])
    expect(asked).toEqual([])
  })
})

describe('an action of a message', () => {
  it.each([
    { action: 'labels:set', params: { labels: 'vip' } },
    { action: 'labels:set', params: ['vip'] },
    { action: 'labels:add' },
    { action: 'metadata:set', params: [{ key: 'a', value: 'b' }] },
    { action: 'metadata:set', metadata: [{ key: 'a', value: 'b' }] },
    { action: 'metadata:remove', params: { keys: 'plan' } },
  ])('is refused if its values are missing or no list, because it would replace all with none: %j', async (action) => {
    const { session } = sessionWith()
    await expect(controlOf(session, { actions: [action] })).rejects.toMatchObject(invalid)
  })

  it('may replace all with an empty list', async () => {
    const { session } = sessionWith()
    const actions = [
      { action: 'labels:set', params: { labels: [] } },
      { action: 'metadata:set', params: { metadata: [] } },
      { action: 'metadata:set', params: { metadata: { plan: 'silver' } } },
    ]
    expect((await controlOf(session, { actions })).changes).toHaveLength(3)
  })
})

it('a message that is accepted is answered as such, with the places of actions that fail afterwards', async () => {
  const sent = { ...messaging.messages.send.example.output, phone }
  const session = sessionAsking(async (operation) => {
    if (operation === messaging.messages.send) return sent
    if (operation === contacts.contacts.update) throw new Fault('request:invalid')
    return operation === messaging.labels.list ? items([]) : { id: newId('con'), fields: {} }
  })
  const actions = [
    { action: 'labels:remove', params: { labels: ['vip'] } },
    { action: 'metadata:add', params: { metadata: { ['k'.repeat(31)]: '1' } } },
  ]
  const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === 'POST /v1/messages')
  const body = { phone, message: 'Hi', actions }
  const result = await route?.handle({ session, parameters: {}, query: readQuery(''), body })
  expect(result).toMatchObject({ phone, meta: { ignored: ['actions.1'] } })
})

describe('requests to join a group', () => {
  const line = 'DELETE /v1/devices/{d}/groups/{g}/members'

  it('are decided a hundred at a time, which is the most that the main API takes', async () => {
    const parts: number[] = []
    const people = Array.from({ length: 101 }, (_, i) => ({ id: String(i), phone: null, userId: null, createdAt: '' }))
    const session = sessionAsking(async (operation, input) => {
      if (operation === numbers.numbers.list) return items([{ id: number, phone: null }])
      if (operation === groups.joinRequests.list) return items(people)
      const { requests } = input as { requests?: string[] }
      if (requests) parts.push(requests.length)
      return requests ? people.slice(0, requests.length) : { id: newId('grp'), number }
    })
    const parameters = { d: shortIdOf(number), g: newId('grp') }
    const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === line)
    const decided = await route?.handle({ session, parameters, query: readQuery(''), body: { all: true } })
    expect([parts, (decided as object[]).length]).toEqual([[100, 1], 101])
  })

  it('are named or all: none of them is refused', async () => {
    await expect(handled(line, {})).rejects.toMatchObject(invalid)
  })

  it('are not all decided if the body also names some', async () => {
    const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === line)
    const group = { id: newId('grp'), number }
    const ask = async (_: unknown, input: { size?: number }) =>
      input.size === undefined ? group : items([{ id: newId('num'), phone: null }])
    const session = {
      ask,
      plain: { ask },
      devices: new Map([['key', { until: Infinity, devices: [{ id: number, device: shortIdOf(number), phone: '' }] }]]),
      key: 'key',
    }
    const parameters = { d: shortIdOf(number), g: group.id }
    const body = { all: true, phones: [phone] }
    await expect(
      route?.handle({ session: session as unknown as Session, parameters, query: readQuery(''), body }),
    ).rejects.toMatchObject(invalid)
  })
})

describe('a request that replaces all of a list', () => {
  const labels = 'PATCH /v1/chat/{d}/chats/{w}/labels'

  it.each([
    [{}, ''],
    [{ label: 'vip' }, ''],
    [{ labels: '' }, ''],
    [{ labels: null }, ''],
    [['vip'], 'upsert='],
    [{}, 'remove=true'],
  ])('is refused for labels of a chat without a list: %j with the query "%s"', async (body, query) => {
    await expect(handled(labels, body, query)).rejects.toMatchObject(invalid)
  })

  it.each([{}, { add: 'vip' }, { add: null }, { label: ['vip'] }, { remove: {} }])(
    'is refused for labels of several chats with the values %j',
    async (params) => {
      const body = { action: 'labels', chats: [phone], params }
      await expect(handled('PATCH /v1/chat/{d}/chats', body)).rejects.toMatchObject(invalid)
    },
  )

  it.each([{}, { metadata: null }, { metadata: '' }])('is refused for metadata: %j', async (body) => {
    const line = 'PUT /v1/chat/{d}/contacts/{w}/metadata'
    await expect(handled(line, body)).rejects.toMatchObject(invalid)
  })
})

describe('a webhook', () => {
  const line = 'POST /v1/webhooks'
  const body = { name: 'Hook', url: 'https://example.com/hook', events: ['message:in:new'] }
  const [d, second] = [shortIdOf(number), shortIdOf(other)]

  it.each([
    { device: null },
    { device: '' },
    { devices: null },
    { devices: '' },
    { devices: [] },
    { devices: [d, second] },
    { device: d, devices: [second] },
  ])('is refused with %j, because it would be for all devices', async (devices) => {
    await expect(handled(line, { ...body, ...devices })).rejects.toMatchObject(invalid)
  })

  it.each([{ device: d }, { devices: [d] }, { devices: d }, { device: d, devices: [d] }])(
    'is for the device that %j names',
    async (devices) => {
      const asked: unknown[] = []
      const session = sessionWith(asked).session
      const route = dialectRoutes.find(({ method, path }) => `${method} ${path}` === line)
      const call = { session, parameters: {}, query: readQuery(''), body: { ...body, ...devices } }
      await route?.handle(call).catch(() => undefined)
      expect(asked).toEqual([expect.objectContaining({ number })])
    },
  )
})
