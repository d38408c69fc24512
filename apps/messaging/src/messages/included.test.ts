import { exampleContact, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
const [ada, grace] = ['+15551900001', '+15551900002']
const contact = newId('con')
const messages = () => fixture.service.clients.messaging.messages
const chats = () => fixture.service.clients.messaging.chats
const caller = (more: object = {}) => fixture.service.as(connected.workspace, more)
const texts = ['Is it blue?', 'Or red?']

const contactSummary = { id: contact, name: 'Ada', phone: ada, blocked: false, fields: { plan: 'gold' } }
const numberSummary = () => ({ id: connected.number, phone: '+15550000001', name: 'Shop' })

async function receive(text: string, more: { number?: string; quotedProviderId?: string } = {}) {
  const from = { phone: ada, name: 'Ada', contact }
  const event = incomingMessage(connected.workspace, from, { number: connected.number, text, ...more })
  await fixture.service.bus.publish(event)
  return event.data.providerId
}

beforeAll(async () => {
  const data = { ...exampleContact, id: contact, fields: { plan: 'gold' } }
  await fixture.service.bus.publish(busEvent({ event: 'contact:updated', workspace: connected.workspace, data }))
  await until(
    async () => (await fixture.service.rows('select 1 from contact_fact where contact_id = $1', [contact]))[0],
  )
  const [first = '', second = ''] = texts
  const quotedProviderId = await receive(first)
  await until(async () => (await messages().list.query({ phone: ada }, caller())).items.length === 1)
  await receive(second, { quotedProviderId })
  await messages().send.mutate({ phone: grace, message: 'Hello' }, caller())
  await until(async () => (await messages().list.query({}, caller())).items.length === 3)
})

describe('include', () => {
  it('adds to messages what their events carry, and nothing that is not named', async () => {
    const { items } = await messages().list.query(
      { phone: ada, include: ['contact', 'chat', 'number', 'quoted'] },
      caller(),
    )
    const [second, first] = items
    expect(second?.summaries).toMatchObject({
      chat: { id: second?.chat, name: 'Ada', status: 'open', unreadCount: 2 },
      contact: contactSummary,
      number: numberSummary(),
      quoted: { id: first?.id, message: texts[0], direction: 'in' },
    })
    expect(first?.summaries?.quoted).toBeNull()
    const event = await until(() =>
      fixture.service.bus.published.find(
        ({ aggregate, event: kind }) => kind === 'message:in' && aggregate.id === second?.id,
      ),
    )
    const { contact: known, number, quoted } = (event.data as { summaries: Record<string, unknown> }).summaries
    expect(second?.summaries).toMatchObject({ contact: known, number, quoted })
    const one = await messages().get.query({ id: second?.id as never, include: ['number'] }, caller())
    expect(one.summaries).toEqual({ chat: null, contact: null, number: number, quoted: null })
    expect((await messages().get.query({ id: second?.id as never }, caller())).summaries).toBeNull()
  })

  it('adds the contact and the number to chats', async () => {
    const { items } = await chats().list.query({ include: ['contact', 'number'] }, caller())
    const byPhone = (phone: string) => items.find((chat) => chat.phone === phone)
    expect(byPhone(ada)?.summaries).toMatchObject({ contact: contactSummary, number: numberSummary() })
    expect(byPhone(grace)?.summaries).toMatchObject({ contact: null, number: numberSummary() })
    const id = byPhone(ada)?.id as never
    const { summaries } = await chats().get.query({ id, include: ['contact'] }, caller())
    expect(summaries).toEqual({ contact: contactSummary, number: null })
    expect((await chats().get.query({ id }, caller())).summaries).toBeNull()
  })

  it('shows a caller limited to a number nothing of another one', async () => {
    const other = await fixture.connectNumber({ workspace: connected.workspace })
    await receive('To the other number', { number: other.number })
    const { items } = await until(async () => {
      const page = await messages().list.query({ number: [other.number] }, caller())
      return page.items.length === 1 ? page : undefined
    })
    const limited = caller({ numbers: [other.number] })
    const seen = await messages().list.query({ include: ['chat', 'contact', 'number', 'quoted'] }, limited)
    expect(seen.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(seen.items[0]?.summaries).toMatchObject({
      chat: { id: items[0]?.chat, unreadCount: 1 },
      number: { id: other.number },
    })
    const shown = await chats().list.query({ include: ['contact', 'number'] }, limited)
    expect(shown.items.map(({ summaries }) => summaries?.number?.id)).toEqual([other.number])
    await fixture.service.rows('update known_number set connected = false where id = $1', [connected.number])
    const sent = messages().send.mutate({ phone: ada, number: connected.number as never, message: 'x' }, limited)
    await expect(sent).rejects.toMatchObject({ data: { fault: { code: 'number:not_found' } } })
  })
})
