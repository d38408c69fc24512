import { type EventData, type EventKind, eventCatalog, exampleContact, isInternal, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
type Incoming = EventData<'provider:message'>
type MessageKind = Extract<EventKind, `message:${string}`>
type Summaries = EventData<'message:in'>['summaries']

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
let lastPhone = 15_559_600_000
const freshPhone = () => `+${(lastPhone += 1)}`
const ada = { phone: freshPhone(), name: 'Ada', contact: newId('con') }
const kinds = (Object.keys(eventCatalog) as EventKind[]).filter(
  (kind) => kind.startsWith('message:') && !isInternal(kind),
)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const send = (more: object) => api().messages.send.mutate({ phone: ada.phone, ...more } as never, caller())
const get = (id: string) => api().messages.get.query({ id: id as never }, caller())
const sent = async (id: string) => {
  await until(async () => (await get(id)).status === 'sent')
  return (await get(id)).providerId ?? ''
}
const eventOf = (kind: MessageKind, id: string) =>
  until(() => fixture.service.bus.published.find(({ event, aggregate }) => event === kind && aggregate.id === id))
const summariesOf = async (kind: MessageKind, id: string) =>
  ((await eventOf(kind, id)).data as { summaries: Summaries }).summaries

async function receive(more: Partial<Incoming> = {}, from: Incoming['from'] = ada) {
  const event = incomingMessage(connected.workspace, from, { number: connected.number, ...more })
  await fixture.service.bus.publish(event)
  return event.data.providerId
}

const messageOf = (providerId: string) =>
  until(async () => {
    const { items } = await api().messages.list.query({}, caller())
    return items.find((message) => message.providerId === providerId)
  })

async function waitInQueue(): Promise<string> {
  await api().queues.pause.mutate({ id: connected.number }, caller())
  const { id } = await send({ message: 'Waits' })
  await fixture.service.rows(`update send_job set due_at = due_at - interval '3 seconds' where message_id = $1`, [id])
  await eventOf('message:waiting', id)
  await api().queues.resume.mutate({ id: connected.number }, caller())
  await sent(id)
  return id
}

async function fail(id: string): Promise<void> {
  const status = statusEvent(connected, { providerId: await sent(id), status: 'failed', callbackTag: `${id}:1` })
  const error = { code: 131026, title: 'Not on WhatsApp', errorCode: 'phone:undeliverable', retryable: false }
  await fixture.service.bus.publish({ ...status, data: { ...status.data, error } } as typeof status)
}

describe('the events of messages', () => {
  it('have the same summaries, whatever their kind: the chat as it is after them, its contact and its number', async () => {
    const data = { ...exampleContact, id: ada.contact, phone: ada.phone, fields: { plan: 'gold' } }
    await fixture.service.bus.publish(busEvent({ event: 'contact:updated', workspace: connected.workspace, data }))
    const facts = () => fixture.service.rows('select 1 from contact_fact where contact_id = $1', [ada.contact])
    await until(async () => (await facts()).length === 1)

    const asked = await receive({ text: 'Is it blue?' })
    const incoming = (await messageOf(asked)).id
    const outgoing = (await send({ message: 'Yes', quote: incoming })).id
    const answered = await sent(outgoing)
    await fixture.service.bus.publish(statusEvent(connected, { providerId: answered, status: 'delivered' }))
    await eventOf('message:ack', outgoing)
    await receive({ type: 'reaction', content: { type: 'reaction', about: { providerId: answered, emoji: '👍' } } })
    await eventOf('message:reaction', outgoing)
    await receive({ type: 'edit', content: { type: 'edit', about: { providerId: asked, text: 'Is it red?' } } })
    await eventOf('message:updated', incoming)
    const waiting = await waitInQueue()
    const failed = (await send({ message: 'Fails' })).id
    await fail(failed)
    await eventOf('message:failed', failed)
    const later = (await send({ message: 'Later', deliverAt: inAnHour() })).id
    await api().messages.update.mutate({ id: later, message: 'Much later' }, caller())
    await api().messages.cancel.mutate({ id: later }, caller())

    const made: Record<string, string> = {
      'message:in': incoming,
      'message:out': outgoing,
      'message:ack': outgoing,
      'message:reaction': outgoing,
      'message:updated': incoming,
      'message:waiting': waiting,
      'message:failed': failed,
      'message:scheduled': later,
      'message:changed': later,
      'message:canceled': later,
    }
    expect(Object.keys(made).toSorted()).toEqual(kinds.toSorted())
    const { chat } = await get(incoming)
    const versions: number[] = []
    for (const [kind, id] of Object.entries(made)) {
      const summaries = await summariesOf(kind as MessageKind, id)
      expect({ kind, ...summaries }).toMatchObject({
        kind,
        chat: {
          id: chat,
          name: 'Ada',
          phone: ada.phone,
          type: 'direct',
          status: 'open',
          assignee: null,
          labels: [],
          unreadCount: kind === 'message:in' ? 1 : 0,
          waitingSince: kind === 'message:in' ? expect.any(String) : null,
          lastMessage: { id: kind === 'message:updated' ? outgoing : id },
          lastInboundAt: expect.any(String),
          windowClosesAt: expect.any(String),
          first: id === incoming,
        },
        contact: { id: ada.contact, name: 'Ada', phone: ada.phone, blocked: false, fields: { plan: 'gold' } },
        number: { id: connected.number, phone: '+15550000001', name: 'Shop' },
        quoted: id === outgoing ? { id: incoming, message: expect.stringMatching(/Is it (blue|red)/) } : null,
      })
      versions.push(summaries.chat.version)
    }
    expect(versions[0]).toBe(1)
    const statusIn = async (kind: MessageKind, id: string) => (await summariesOf(kind, id)).chat.lastMessage?.status
    expect(await statusIn('message:in', incoming)).toBeNull()
    expect(await statusIn('message:out', outgoing)).toBe('sent')
    expect(await statusIn('message:ack', outgoing)).toBe('delivered')
    expect(await statusIn('message:failed', failed)).toBe('failed')
    expect(await statusIn('message:canceled', later)).toBe('canceled')
  })

  it('say that a message is the first of its chat, in either direction, sent in a batch, or in a chat that was opened', async () => {
    const firsts = async (kind: MessageKind, ids: string[]) => {
      const seen: boolean[] = []
      for (const id of ids) seen.push((await summariesOf(kind, id)).chat.first)
      return seen
    }
    const phone = freshPhone()
    const one = await send({ phone, message: 'One' })
    await sent(one.id)
    const two = await send({ phone, message: 'Two' })
    expect(await firsts('message:out', [one.id, two.id])).toEqual([true, false])
    const batched = freshPhone()
    const messages = ['One', 'Two'].map((message) => ({ phone: batched, message }))
    const batch = (await api().messages.batch.mutate({ messages }, caller())) as { id: string }[]
    expect(
      await firsts(
        'message:out',
        batch.map(({ id }) => id),
      ),
    ).toEqual([true, false])
    const opened = freshPhone()
    await api().chats.create.mutate({ phone: opened }, caller())
    const [hello, again] = [await receive({}, { phone: opened }), await receive({}, { phone: opened })]
    const ids = [(await messageOf(hello)).id, (await messageOf(again)).id]
    expect(await firsts('message:in', ids)).toEqual([true, false])
  })

  it('say that a contact is not blocked and has no fields, once the contact was announced', async () => {
    const plain = { phone: freshPhone(), name: 'Bob', contact: newId('con') }
    const data = { ...exampleContact, id: plain.contact, phone: plain.phone, fields: {}, blocked: false }
    await fixture.service.bus.publish(busEvent({ event: 'contact:created', workspace: connected.workspace, data }))
    const facts = () => fixture.service.rows('select 1 from contact_fact where contact_id = $1', [plain.contact])
    await until(async () => (await facts()).length === 1)
    const { id } = await messageOf(await receive({ text: 'Hello' }, plain))
    expect((await summariesOf('message:in', id)).contact).toMatchObject({
      id: plain.contact,
      blocked: false,
      fields: {},
    })
  })

  it('say nothing of what another member of a group wrote', async () => {
    const group = `group:${newId('grp')}`
    const [first, second] = [{ phone: freshPhone() }, { phone: freshPhone() }]
    const one = (await messageOf(await receive({ groupId: group, text: 'Secret' }, first))).id
    const quotedProviderId = (await get(one)).providerId ?? ''
    const two = (await messageOf(await receive({ groupId: group, text: 'Answer', quotedProviderId }, second))).id
    expect((await summariesOf('message:in', two)).chat.lastMessage).toMatchObject({ id: two, message: 'Answer' })
    await receive(
      {
        type: 'edit',
        groupId: group,
        content: { type: 'edit', about: { providerId: quotedProviderId, text: 'Edited' } },
      },
      first,
    )
    const { chat } = await summariesOf('message:updated', one)
    expect(chat.lastMessage).toMatchObject({ id: two, message: null })
    expect((await summariesOf('message:in', two)).quoted).toBeNull()
  })
})
