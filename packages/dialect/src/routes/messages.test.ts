import { contacts, Fault, messaging, newId, numbers } from '@posthorn/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import { widOf } from '../ids.ts'
import { messageRoutes } from './messages.ts'
import { sessionAsking } from './session.fixture.ts'

const [id, number, chat] = [newId('msg'), newId('num'), newId('chat')]
const phone = '+4915112345678'
// In the past: ids never go back in time, so other tests of the process would get ids of the future.
const now = new Date('2025-12-01T09:00:00.000Z')
const tomorrow = '2025-12-02T09:00:00.000Z'
const known = { ...messaging.messages.get.example.output, id, number, deliverAt: tomorrow }

/** Calls a route as the gateway does. Returns the input of the operation that sends or changes a message. */
async function handled(line: string, body: object) {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null, default: true }], next: null }
    if (operation === messaging.chats.get) return { id: chat, number, type: 'group' }
    if (operation === messaging.queues.get) return { status: 'paused' }
    if (operation === messaging.messages.send || operation === messaging.messages.update) asked.push(input)
    return known
  }
  const route = messageRoutes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  const session = sessionAsking(ask)
  await route.handle({ session, parameters: { id }, query: readQuery(''), body: shapedBody(body, route) })
  return asked[0]
}

const [post, patch] = ['POST /v1/messages', 'PATCH /v1/messages/{id}']
const invalid = { code: 'request:invalid' }

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

it.each([[post], [patch]])('a device that is no id is refused with the path that lists them: %s', async (line) => {
  const refused = { code: 'device:invalid', message: expect.stringContaining('GET /compat/v1/devices') }
  await expect(handled(line, { phone, message: 'Hi', device: 'mine' })).rejects.toMatchObject(refused)
})

describe('a change of a waiting message', () => {
  it.each<[object, object]>([
    [{ deliverAt: '2025-12-01T08:00:00Z' }, { deliverAt: null }],
    [{ schedule: { date: now.toISOString() } }, { deliverAt: null }],
    [{ schedule: { delay: 0 } }, { deliverAt: null }],
    [{ schedule: { delayTo: '1h' } }, { deliverAt: '2025-12-01T10:00:00.000Z' }],
    [{ expiration: '2h' }, { expiresAt: '2025-12-02T11:00:00.000Z' }],
    [{ expiration: { seconds: 3600 } }, { expiresAt: '2025-12-02T10:00:00.000Z' }],
    [{ expiration: { date: tomorrow } }, { expiresAt: tomorrow }],
    [{ expiration: { date: null, seconds: 3600 } }, { expiresAt: '2025-12-02T10:00:00.000Z' }],
    [{ schedule: { date: '', delayTo: '1h' } }, { deliverAt: '2025-12-01T10:00:00.000Z' }],
    [
      { expiration: { duration: '2h' }, deliverAt: now.toISOString() },
      { deliverAt: null, expiresAt: '2025-12-01T11:00:00.000Z' },
    ],
    [
      { expiration: '2h', deliverAt: '2025-12-01T10:00:00Z' },
      { deliverAt: '2025-12-01T10:00:00.000Z', expiresAt: '2025-12-01T12:00:00.000Z' },
    ],
    [{ message: 'Hello' }, { message: 'Hello' }],
  ])('by %j changes %j', async (body, expected) => {
    expect(await handled(patch, body)).toEqual({ id, ...expected })
  })
})

describe('a target', () => {
  const person = { ...contacts.contacts.get.example.output, id: newId('con'), phone: null }
  const identities = [{ type: 'provider_user', value: 'DE.1349' }]
  const actions = [{ action: 'metadata:add', params: { metadata: { plan: 'gold' } } }]

  /** Sends to a contact without a phone number, or changes such a message. Returns the operations that were asked, without lookups. */
  async function sentToPerson(found: object | null, body: object, { isKept = true, line = post } = {}) {
    const asked: [string | undefined, object][] = []
    const session = sessionAsking(async (operation, input) => {
      if (operation === messaging.lookups.byRange) return { id: line === post ? found && chat : null }
      if (operation === messaging.chats.get) return { id: chat, number, type: 'direct', phone: null, ...found }
      if (operation === contacts.lookups.byRange) return { id: person.id }
      if (operation === contacts.contacts.get && !isKept) throw new Fault('contact:not_found')
      if (operation === contacts.contacts.get) return { ...person, identities }
      asked.push([operation.rest, input])
      return { ...known, phone: null }
    })
    const route = messageRoutes.find(({ method, path }) => `${method} ${path}` === line)
    const handling = route?.handle({
      session,
      parameters: { id },
      query: readQuery(''),
      body: { phone: widOf(person), message: 'Hi', ...body },
    })
    return { handling, asked }
  }

  it.each([
    ['their chat, if there is one', { contact: person.id }, { chat }],
    ['their user id otherwise', null, { userId: 'DE.1349' }],
  ])(
    'that is the wid of a person without a phone number means %s, also to change metadata',
    async (_, found, target) => {
      const { handling, asked } = await sentToPerson(found, { actions })
      await handling
      expect(asked).toEqual([
        [messaging.messages.send.rest, { ...target, message: 'Hi' }],
        [contacts.contacts.update.rest, { id: person.id, fields: { plan: 'gold' } }],
      ])
    },
  )

  it.each([
    ['has no contact', { contact: null }, true],
    ['had a contact that was deleted', { contact: person.id }, false],
  ])('whose chat %s is refused with an action on metadata, and nothing is sent', async (_, found, isKept) => {
    const { handling, asked } = await sentToPerson(found, { actions }, { isKept })
    await expect(handling).rejects.toMatchObject({ code: 'contact:not_found' })
    expect(asked).toEqual([])
  })

  it.each([
    ['the same person', person.id, { status: 'fulfilled' }],
    ['another person', newId('con'), { reason: { code: 'message:target_fixed' } }],
  ])('that a change repeats must be that of the message: %s', async (_, contact, expected) => {
    const { handling } = await sentToPerson({ contact }, {}, { line: patch })
    expect(await Promise.allSettled([handling])).toMatchObject([expected])
  })

  it.each([{ group: newId('grp') }, { channel: newId('chn') }, { chat }])(
    'that is no person is refused with an action on metadata, and nothing is sent: %j',
    async (target) => {
      await expect(handled(post, { ...target, message: 'Hi', actions })).rejects.toMatchObject(invalid)
    },
  )
})

describe('a time to send a message', () => {
  it.each([
    { schedule: {} },
    { schedule: '1h' },
    { schedule: { date: null } },
    { schedule: { date: 'in 5' } },
    { deliverAt: 'at 12' },
    { schedule: { dely: '1h' } },
    { schedule: [{ delay: '1h' }] },
    { schedule: { delay: '1h' }, deliverAt: tomorrow },
  ])('is refused where part of it would be ignored: %j', async (time) => {
    await expect(handled(post, { phone, message: 'Hi', ...time })).rejects.toMatchObject(invalid)
    await expect(handled(patch, time)).rejects.toMatchObject(invalid)
  })
})

describe('an input as programs write it', () => {
  const [sent, media] = [{ phone, message: 'Hi' }, { file: newId('file') }]

  it.each<[object, object]>([
    [{ group: null, chat: null, media: null, deliverAt: null, template: null, reaction: null, device: null }, sent],
    [
      { typing: '5', order: 'true', deliveryOptions: { previewUrl: 'false' } },
      { ...sent, typing: 5, order: 'chat', previewUrl: false },
    ],
    [
      { message: null, poll: { name: 'When?', options: ['a', 'b'], multiple: 'true' } },
      { phone, poll: { name: 'When?', options: ['a', 'b'], multiple: true } },
    ],
    [
      { message: '', location: { request: 'false', coordinates: ['1.5', '2'], name: null } },
      { phone, location: { latitude: 1.5, longitude: 2 } },
    ],
    [{ media: { ...media, viewOnce: 'false', format: '', filename: null } }, { ...sent, media }],
  ])('has nulls that count as absent, and numbers and booleans as text: %j', async (given, expected) => {
    expect(await handled(post, { ...sent, ...given })).toEqual(expected)
  })

  it.each<object>([
    { list: { sections: [null] } },
    { list: { sections: [{ rows: [null] }] } },
    { list: { sections: [{ rows: ['Lamp'] }] } },
    { media: { ...media, viewOnce: 'true' } },
    { media: { ...media, viewOnce: 'yes' } },
    { typing: 'yes' },
    { deliveryOptions: { previewUrl: 'yes' } },
    { schedule: { delay: 1e300 } },
    { schedule: { delayTo: '999999999y' } },
  ])('is refused where it means nothing: %j', async (given) => {
    await expect(handled(post, { ...sent, ...given })).rejects.toMatchObject(invalid)
  })

  it.each([[['', '']], [[null, null]], ['1,2'], [['1', 'x']], [[[], []]]])(
    'is refused where coordinates are missing, rather than sent as 0, 0: %j',
    async (coordinates) => {
      const refused = { code: 'location:coordinates_required' }
      const [latitude, longitude] = coordinates
      await expect(handled(post, { phone, location: { coordinates } })).rejects.toMatchObject(refused)
      await expect(handled(post, { phone, location: { latitude, longitude } })).rejects.toMatchObject(refused)
    },
  )
})

describe('several kinds of content', () => {
  const list = { sections: [{ rows: [{ title: 'Lamp' }] }] }
  const product = { id: 'lamp', catalog: '1' }
  const buttons = [{ text: 'Yes' }]

  it.each([
    { list, product },
    { list, buttons },
    { product, buttons },
  ])('are refused, because only one can be sent: %j', async (content) => {
    const body = { message: 'Choose', ...content }
    await expect(handled(post, { phone, ...body })).rejects.toMatchObject(invalid)
    await expect(handled(patch, body)).rejects.toMatchObject(invalid)
  })
})

it('a caption that is not the text is refused, because only one of the two can be sent', async () => {
  const media = { file: newId('file'), message: 'A caption' }
  await expect(handled(post, { phone, message: 'A text', media })).rejects.toMatchObject(invalid)
  expect(await handled(post, { phone, message: 'A caption', media })).toMatchObject({ message: 'A caption' })
})

describe('a message that must not wait', () => {
  it.each([{ phone }, { chat }, { phone, device: number }])(
    'is refused if the number of %j is paused',
    async (target) => {
      const body = { ...target, message: 'Hi' }
      await expect(handled(post, { ...body, enqueue: 'never' })).rejects.toMatchObject({ code: 'service:unavailable' })
      expect(await handled(post, body)).toMatchObject({ message: 'Hi' })
    },
  )
})

it('a list with the devices of its messages reads them at once', async () => {
  const asked: unknown[] = []
  const example = { ...numbers.numbers.get.example.output, id: number }
  const session = sessionAsking(async (operation) => {
    asked.push(operation)
    if (operation === numbers.numbers.list) return { items: [example], next: null }
    return { items: [known, { ...known, number: newId('num') }, known], next: null }
  })
  const route = messageRoutes.find(({ path, method }) => `${method} ${path}` === 'GET /v1/messages')
  const query = readQuery('include=device')
  const rows = await route?.handle({ session, parameters: {}, query, body: {} })
  const device = expect.objectContaining({ alias: example.name }) as object
  expect(rows).toMatchObject([{ device }, { device: expect.stringMatching(/^[0-9a-f]{24}$/) as string }, { device }])
  expect(asked).toEqual([messaging.messages.list, numbers.numbers.list])
})

it('a reaction without a message is refused with the field that is missing', async () => {
  const errors = [{ path: 'reactionMessage', code: 'field:missing' }]
  await expect(handled(post, { phone, reaction: '👍' })).rejects.toMatchObject({ errors })
})

it('a message whose labels the key may not create is not sent', async () => {
  const asked: unknown[] = []
  const session = sessionAsking(async (operation) => {
    if (operation === messaging.labels.create) throw new Fault('scope:missing')
    asked.push(operation)
    return operation === messaging.labels.list ? { items: [], next: null } : known
  })
  for (const action of ['labels:add', 'labels:set']) {
    const body = { phone, message: 'Hi', actions: [{ action, params: { labels: ['vip'] } }] }
    const route = messageRoutes.find(({ method }) => method === 'POST')
    const sent = route?.handle({ session, parameters: {}, query: readQuery(''), body })
    await expect(sent).rejects.toMatchObject({ code: 'scope:missing' })
  }
  expect(asked).not.toContain(messaging.messages.send)
})

describe('a removal in a change', () => {
  it.each([
    { remove: ['media'] },
    { remove: ['media'], reference: 'a' },
    { remove: ['media'], message: 'Hello' },
    { remove: 'media' },
    { deliveryOptions: { previewUrl: false } },
  ])('is refused without effect: %j', async (body) => {
    await expect(handled(patch, body)).rejects.toMatchObject(invalid)
  })

  it.each([{ remove: ['reference'] }, { remove: ['reference'], reference: null }])(
    'of the reference leaves none: %j',
    async (body) => {
      expect(await handled(patch, body)).toMatchObject({ reference: null })
    },
  )

  it('may name what the request replaces', async () => {
    const body = { remove: ['media', 'reference'], location: { coordinates: [1, 2] }, reference: 'a' }
    expect(await handled(patch, body)).toMatchObject({ location: { latitude: 1 }, reference: 'a' })
  })
})
