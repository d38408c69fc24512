import { contacts, messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf, widOf, widOfPerson } from '../ids.ts'
import { chatMessageRoutes } from './chat-messages.ts'
import { sessionAsking } from './session.fixture.ts'

const number = newId('num')
const [own, customer] = ['4915187654321', '4915112345678']
const chatId = newId('chat')

type Filter = { direction?: string; phone?: string; chat?: string; createdAfter?: string; createdBefore?: string }

/** Lists a chat's messages as the gateway does. Returns the filter of the list, if it is read. */
async function filterAsked(query: string): Promise<Filter | undefined> {
  const asked: Filter[] = []
  const ask = async (operation: unknown, input: Filter) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: `+${own}` }], next: null }
    if (operation === messaging.chats.get) return { id: chatId, number }
    if (operation === messaging.chats.list && input.phone === `+${customer}`) return { items: [{ id: chatId, number }] }
    if (operation === messaging.messages.list) asked.push(input)
    return { items: [], next: null }
  }
  const route = chatMessageRoutes.find(({ path, method }) => `${method} ${path}` === 'GET /v1/chat/{d}/messages')
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  await route?.handle({ session, parameters: { d: shortIdOf(number) }, query: readQuery(query), body: {} })
  return asked[0]
}

/** Returns the direction and phone number that the list is limited to, if it is read. */
async function filterOf(query: string) {
  const asked = await filterAsked(query)
  return asked === undefined ? 'nothing' : `${asked.direction ?? 'both'} ${asked.phone ?? asked.chat ?? 'all'}`
}

describe('GET /chat/{d}/messages', () => {
  it.each([
    [`from=${customer}`, `in +${customer}`],
    [`to=${customer}@c.us`, `out +${customer}`],
    [`from=${own}`, 'out all'],
    [`to=${own}`, 'in all'],
    [`from=${customer}&to=${own}`, `in +${customer}`],
    [`from=${own}&to=${customer}`, `out +${customer}`],
    [`from=${customer}&to=${customer}`, 'nothing'],
    [`from=${own}&to=${own}`, 'nothing'],
    [`from=${customer}&flow=out`, 'nothing'],
    [`chat=${customer}&flow=in`, `in +${customer}`],
    [`chat=${customer}`, `both +${customer}`],
    [`chat=${customer}&from=${customer}@c.us`, `in +${customer}`],
    [`chat=${chatId}&from=${customer}`, `in ${chatId}`],
    [`chat=${customer}&from=${own}`, `out +${customer}`],
  ])('with %s lists %s', async (query, expected) => {
    expect(await filterOf(query)).toBe(expected)
  })

  it.each(['2026-11-30T11:00:00+0100', '2026-11-30 10:00'])(
    'begins and ends at %s, as after and before do',
    async (time) => {
      const at = '2026-11-30T10:00:00.000Z'
      expect(await filterAsked(`begin=${time}`)).toMatchObject({ createdAfter: at })
      expect(await filterAsked(`end=${time}`)).toMatchObject({ createdBefore: at })
      await expect(filterAsked('begin=soon')).rejects.toMatchObject({ code: 'request:invalid' })
    },
  )

  it.each(['from', 'to'])('refuses a chat with "%s" of someone else, which would be ignored', async (name) => {
    for (const one of [customer, chatId])
      await expect(filterOf(`chat=${one}&${name}=4915100000000`)).rejects.toMatchObject({ code: 'request:invalid' })
  })
})

it('an acknowledgment has the word for how far the message got: failed if it never will', async () => {
  const statuses = ['queued', 'sending', 'sent', 'read', 'failed', 'expired', 'canceled']
  const session = sessionAsking(async (operation) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: `+${own}` }], next: null }
    if (operation === messaging.messages.get) return { ...messaging.messages.get.example.output, number }
    return statuses.map((status) => ({ phone: null, userId: null, status, statusAt: {}, error: null }))
  })
  const route = chatMessageRoutes.find(({ path }) => path.endsWith('/ackinfo'))
  const parameters = { d: shortIdOf(number), id: newId('msg') }
  const listed = await route?.handle({ session, parameters, query: readQuery(''), body: {} })
  const acks = (listed as { ack: string }[]).map(({ ack }) => ack)
  expect(acks).toEqual(['pending', 'pending', 'sent', 'read', 'failed', 'failed', 'failed'])
})

it('an acknowledgment of someone with a hidden phone number has the wid of their chat or, in a group, of their contact', async () => {
  const [chat, contact] = [newId('chat'), newId('con')]
  const widIn = async (group: string | null) => {
    const session = sessionAsking(async (operation) => {
      if (operation === numbers.numbers.list) return { items: [{ id: number, phone: `+${own}` }], next: null }
      if (operation === messaging.messages.get)
        return { ...messaging.messages.get.example.output, number, chat, phone: null, group }
      if (operation === contacts.contacts.list)
        return { items: [{ id: contact, identities: [{ type: 'provider_user', value: 'DE.1' }] }] }
      return [{ phone: null, userId: 'DE.1', status: 'read', statusAt: {}, error: null }]
    })
    const route = chatMessageRoutes.find(({ path }) => path.endsWith('/ackinfo'))
    const parameters = { d: shortIdOf(number), id: newId('msg') }
    const listed = await route?.handle({ session, parameters, query: readQuery(''), body: {} })
    return (listed as [{ wid: string }])[0].wid
  }
  expect(await widIn(null)).toBe(widOf({ chat }))
  expect(await widIn(newId('grp'))).toBe(widOfPerson({ contact }))
})

it('GET /chat/{d}/files refuses a message of another device, whose media is not its own', async () => {
  const [message, other] = [messaging.messages.get.example.output, newId('num')]
  const list = async (owner: string) => {
    const session = sessionAsking(async (operation) => {
      if (operation === numbers.numbers.list) return { items: [{ id: number, phone: `+${own}` }], next: null }
      return { ...message, number: owner, media: { file: newId('file'), kind: 'image' } }
    })
    const route = chatMessageRoutes.find(({ path, method }) => `${method} ${path}` === 'GET /v1/chat/{d}/files')
    const query = readQuery(`message=${newId('msg')}`)
    return route?.handle({ session, parameters: { d: shortIdOf(number) }, query, body: {} })
  }
  expect(await list(number)).toHaveLength(1)
  await expect(list(other)).rejects.toMatchObject({ code: 'message:not_found' })
})
