import { contacts, messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { DialectRoute } from '../api/route.ts'
import type { Session } from '../api/session.ts'
import { shortIdOf } from '../ids.ts'
import { deviceRoutes } from './devices.ts'
import { fileRoutes } from './files.ts'
import { groupRoutes } from './groups.ts'
import { labelRoutes } from './labels.ts'
import { controlOf } from './message-control.ts'

const [number, other] = [newId('num'), newId('num')]
const phone = '+4915112345678'
const chatOfOther = { id: newId('chat'), number: other }
const items = (list: object[]) => ({ items: list, next: null })

/** A session whose operations return these objects. `asked`: operations that would change something. */
function sessionWith() {
  const asked: unknown[] = []
  const answers = new Map<unknown, unknown>([
    [numbers.numbers.list, items([number, other].map((id) => ({ id, phone: null })))],
    [messaging.labels.list, items([{ id: newId('lbl'), name: 'vip' }])],
    [messaging.chats.get, chatOfOther],
    [messaging.files.list, items([])],
    [contacts.contacts.create, { id: newId('con'), fields: { plan: 'gold' } }],
  ])
  const ask = async (operation: unknown, input: unknown) => answers.get(operation) ?? asked.push(input)
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key', refuseWithout: () => undefined }
  return { session: session as unknown as Session, asked }
}

async function handled(routes: readonly DialectRoute[], line: string, body: unknown) {
  const route = routes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  const { session, asked } = sessionWith()
  const parameters = { d: shortIdOf(number) }
  const result = await route.handle({ session, parameters, query: readQuery(''), body: shapedBody(body, route) })
  return { result, asked }
}

const invalid = { code: 'request:invalid' }

describe('a request of the dialect that selects some objects', () => {
  it.each([{ all: true, id: 'vip' }, { all: true, ids: ['vip'] }, [{ all: true, name: 'vip' }]])(
    'is refused with "all" beside a selection: %j',
    async (body) => {
      await expect(handled(labelRoutes, 'DELETE /v1/devices/{d}/labels', body)).rejects.toMatchObject(invalid)
    },
  )

  it('is refused with a condition for files that does not exist', async () => {
    for (const body of [
      { kind: 'image', id: 'x' },
      { kind: 'image', createdBefore: '2020-01-01' },
    ])
      await expect(handled(fileRoutes, 'DELETE /v1/files', body)).rejects.toMatchObject(invalid)
  })

  it('does not reach chats of another device', async () => {
    const { result, asked } = await handled(deviceRoutes, 'DELETE /v1/devices/{d}/chats', { phones: [chatOfOther.id] })
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

describe('requests to join a group', () => {
  it('are not all decided if the body also names some', async () => {
    const line = 'DELETE /v1/devices/{d}/groups/{g}/members'
    const route = groupRoutes.find(({ method, path }) => `${method} ${path}` === line)
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
