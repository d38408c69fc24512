import { type EventData, idFloor, newId } from '@posthorn/contracts'
import { busEvent, copyRow, incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

type Incoming = EventData<'provider:message'>

const { fixture, connected } = useMessaging()
let lastPhone = 15_559_500_000
const freshPhone = () => `+${(lastPhone += 1)}`
const caller = () => fixture.service.as(connected.workspace)
const api = () => fixture.service.clients.messaging
const published = (kind: string, id: string) =>
  fixture.service.bus.published.filter(({ event, aggregate }) => event === kind && aggregate.id === id)

async function receive(message: Partial<Incoming> & { from: Incoming['from'] }) {
  const event = incomingMessage(connected.workspace, message.from, { number: connected.number, ...message })
  const { data } = event
  await fixture.service.bus.publish(event)
  return until(async () => {
    const { items } = await api().messages.list.query({ direction: 'in', phone: data.from.phone }, caller())
    return items.find(({ providerId }) => providerId === data.providerId)
  })
}

const chatOf = async (phone: string) => (await api().chats.list.query({ phone }, caller())).items[0]

describe('what the provider says of a message', () => {
  it('stands on it: price and conversation, on its event too, and in the usage by category', async () => {
    const { id } = await api().messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller())
    const get = () => api().messages.get.query({ id }, caller())
    await until(async () => (await get()).status === 'sent')
    const status = statusEvent(connected, { providerId: (await get()).providerId ?? '', status: 'delivered' })
    const pricing = { billable: true, category: 'marketing', type: 'regular', model: 'PMP' }
    const conversation = { id: 'c1', origin: 'marketing' }
    await fixture.service.bus.publish({ ...status, data: { ...status.data, pricing, conversation } })
    await until(() => published('message:ack', id).length === 1)
    expect(published('message:ack', id)[0]?.data).toMatchObject({ pricing, conversation })
    expect(await get()).toMatchObject({ pricing, conversation })
    const usage = await api().statistics.usage.query({ number: [connected.number] }, caller())
    expect(usage.pricing).toEqual([
      { day: expect.any(String), number: connected.number, category: 'marketing', billable: true, messages: 1 },
    ])
  })

  it('stands on a failed one: every error that it reports, in the message and in the event', async () => {
    const { id } = await api().messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller())
    const get = () => api().messages.get.query({ id }, caller())
    await until(async () => (await get()).status === 'sent')
    const status = statusEvent(connected, { providerId: (await get()).providerId ?? '', status: 'failed' })
    const error = { code: 131026, title: 'Undeliverable', errorCode: 'phone:undeliverable', retryable: false }
    const second = { code: 131049, title: 'Not delivered', errorCode: 'provider:refused', retryable: false }
    const data = { ...status.data, error, furtherErrors: [second] }
    await fixture.service.bus.publish({ ...status, data } as typeof status)
    await until(() => published('message:failed', id).length === 1)
    const further = [
      { errorCode: 'provider:refused', providerCode: 131049, message: expect.stringMatching('Not delivered') },
    ]
    const shown = { status: 'failed', error: { errorCode: 'phone:undeliverable', providerCode: 131026, further } }
    expect(await get()).toMatchObject(shown)
    expect(published('message:failed', id)[0]?.data).toMatchObject(shown)
  })

  it.each(['+15551131050', '+15552131050'])(
    'opts the customer out who stopped marketing messages: %s',
    async (phone) => {
      const { id } = await api().messages.send.mutate({ phone, message: 'x' }, caller())
      const get = () => api().messages.get.query({ id }, caller())
      if (phone.startsWith('+15552')) {
        await until(async () => (await get()).status === 'sent')
        const status = statusEvent(connected, { providerId: (await get()).providerId ?? '', status: 'failed' })
        const error = { code: 131050, title: 'Stopped', errorCode: 'contact:opted_out', retryable: false } as const
        await fixture.service.apply({ ...status, data: { ...status.data, error } })
      }
      await until(async () => (await get()).status === 'failed')
      expect((await get()).error).toMatchObject({ errorCode: 'contact:opted_out', providerCode: 131050 })
      const stops = () => fixture.service.bus.published.filter(({ event }) => event === 'provider:preference')
      const stop = await until(() => stops().find(({ data }) => 'from' in data && data.from?.phone === phone))
      expect(stop.data).toMatchObject({ number: connected.number, preference: 'stop', timestamp: expect.any(String) })
    },
  )

  it('is in its event: the message that it quotes, and that media without an id cannot be fetched', async () => {
    const from = { phone: freshPhone() }
    const first = await receive({ from, text: 'Is it blue?' })
    const second = await receive({ from, text: 'Or red?', quotedProviderId: first.providerId as string })
    const eventOf = ({ id }: { id: string }) => until(() => published('message:in', id)[0])
    const quoted = { type: 'text', direction: 'in', message: 'Is it blue?' }
    expect((await eventOf(second)).data).toMatchObject({ quote: first.id, summaries: { quoted } })
    expect((await eventOf(first)).data).toHaveProperty('summaries.quoted', null)
    const video = await receive({ from, type: 'video', content: { type: 'video', media: { kind: 'video' } } })
    expect((await eventOf(video)).data).toMatchObject({ media: { kind: 'video', error: expect.any(String) } })
    const { id } = (await chatOf(from.phone)) ?? { id: '' }
    await api().messages.send.mutate({ chat: id, message: 'Red' }, caller())
    await api().notes.create.mutate({ id, message: 'Asked' }, caller())
    expect(await api().chats.totals.query({ id }, caller())).toEqual({ notes: 1, inbound: 3, outbound: 1 })
    const other = fixture.service.as(fixture.service.workspace())
    await expect(api().chats.totals.query({ id }, other)).rejects.toThrow('There is no such chat')
  })

  it('stands on an incoming one: the product asked about, and the message it means where that does not arrive', async () => {
    const from = { phone: freshPhone() }
    const product = { catalogId: 'c', productId: 'p' }
    const asked = await receive({
      from,
      text: 'Interested',
      content: { type: 'text', product },
      quotedProviderId: 'wamid.before',
    })
    expect(asked).toMatchObject({ product, quoteProviderId: 'wamid.before' })
    expect(asked).toHaveProperty('quote', null)
    const about = { providerId: 'wamid.unknown', text: 'The new text' }
    const waiting = `update pending_amendment set due_at = now() where due_at > now() and due_at < 'infinity' returning 1`
    const notInTime = async (data: Partial<Incoming>) => {
      const shown = receive({ from, ...data })
      await until(async () => (await fixture.service.rows(waiting)).length === 1)
      fixture.service.bus.nudge('messaging', 'amendments')
      return shown
    }
    expect(await notInTime({ type: 'edit', content: { type: 'edit', about } })).toMatchObject({
      type: 'unsupported',
      unsupported: 'edit',
      message: 'The new text',
      quoteProviderId: 'wamid.unknown',
    })
    const reaction = {
      type: 'reaction',
      content: { type: 'reaction', about: { providerId: 'wamid.third', emoji: '👍' } },
    }
    expect(await notInTime(reaction)).toMatchObject({ reaction: '👍', quoteProviderId: 'wamid.third' })
  })

  it('opens a window, unread and reopened, only by what the customer sends: a system message does none of it', async () => {
    const phone = freshPhone()
    const system = { type: 'system', content: { type: 'system', system: { event: 'customer_changed_number' } } }
    await receive({ from: { phone }, ...system })
    expect(await chatOf(phone)).toMatchObject({ unread: false, windowClosesAt: null, lastInboundAt: null })
    await receive({ from: { phone }, text: 'Hello' })
    const opened = await chatOf(phone)
    expect(opened).toMatchObject({ unreadCount: 1, windowClosesAt: expect.any(String) })
    const id = opened?.id ?? ''
    await api().chats.update.mutate({ id, status: 'resolved', unread: false }, caller())
    await receive({ from: { phone }, ...system, timestamp: new Date(Date.now() + 60_000).toISOString() })
    const { unread, status, windowClosesAt } = (await chatOf(phone)) ?? {}
    expect({ unread, status, windowClosesAt }).toEqual({
      unread: false,
      status: 'resolved',
      windowClosesAt: opened?.windowClosesAt,
    })
  })
})

describe("a message from the provider's own app", () => {
  it('is an outgoing message of its chat, once, with its later statuses', async () => {
    const phone = freshPhone()
    const providerId = `wamid.${newId('evt')}`
    const timestamp = new Date().toISOString()
    const data = {
      number: connected.number,
      providerId,
      timestamp,
      to: { phone },
      type: 'text',
      text: 'By hand',
      raw: {},
    }
    const event = busEvent({ event: 'provider:echo', workspace: connected.workspace, data })
    await fixture.service.bus.publish(event, busEvent({ event: 'provider:echo', workspace: connected.workspace, data }))
    const listed = () => api().messages.list.query({ phone }, caller())
    const [message] = await until(async () => {
      const { items } = await listed()
      return items.length > 0 && items
    })
    expect(message).toMatchObject({
      direction: 'out',
      via: 'app',
      status: 'sent',
      message: 'By hand',
      providerId,
      phone,
    })
    const id = message?.id ?? ''
    await until(() => published('message:out', id).length === 1)
    expect(await chatOf(phone)).toMatchObject({
      id: message?.chat,
      unread: false,
      lastMessage: { id, direction: 'out' },
    })
    await fixture.service.bus.publish(statusEvent(connected, { providerId, status: 'read' }))
    await until(async () => (await api().messages.get.query({ id }, caller())).status === 'read')
    expect((await listed()).items).toHaveLength(1)
    expect(await fixture.calls(connected)).not.toContainEqual(expect.objectContaining({ to: phone }))
  })
})

it('a reaction holds nothing that a status of the same message needs while it waits for that message', async () => {
  const { rows } = fixture.service
  const from = { phone: freshPhone() }
  const { id, providerId } = await receive({ from, text: 'Hello' })
  await rows('begin')
  await rows('select 1 from message where id = $1 for update', [id])
  const about = { providerId: providerId ?? '', emoji: '👍' }
  const data = { number: connected.number, type: 'reaction', content: { type: 'reaction' as const, about } }
  await fixture.service.bus.publish(incomingMessage(connected.workspace, from, data))
  const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await until(async () => (await rows(waits)).length > 0)
  const free = await rows('select 1 from provider_reference where message_id = $1 for update skip locked', [id])
  await rows('commit')
  expect(free).toHaveLength(1)
  await until(() => published('message:reaction', id).length === 1)
})

it('a message from the app that arrives late leaves what the customer wrote since unanswered, and reads only messages of its time', async () => {
  const from = { phone: freshPhone() }
  const second = (n: number) => new Date(Date.parse('2026-06-01T08:00:00.000Z') + n * 1_000).toISOString()
  await receive({ from, text: 'before', timestamp: second(-10) })
  const { id } = await receive({ from, text: 'after', timestamp: second(10) })
  const long = { id: idFloor('msg', Date.parse(second(0)) - 2 * 86_400_000), status_at: { received: second(5) } }
  await copyRow(fixture.service, {
    table: 'message',
    where: 'id = $1',
    params: [id],
    count: 1,
    changes: `'${JSON.stringify(long)}'::jsonb`,
  })
  const content = { type: 'text' } as const
  const echo = { type: 'text', content, text: 'answer', raw: { type: 'text' }, timestamp: second(0), to: from }
  const data = { ...echo, number: connected.number, providerId: `wamid.${newId('evt')}` }
  await fixture.service.bus.publish(busEvent({ event: 'provider:echo', workspace: connected.workspace, data }))
  const answered = async () => (await chatOf(from.phone))?.lastOutboundAt !== null && (await chatOf(from.phone))
  expect(await until(answered)).toMatchObject({ unreadCount: 1, waitingSince: second(10) })
})

it('a message that the provider fails without a reason has an error, and is listed as failed', async () => {
  const { id } = await api().messages.send.mutate({ phone: freshPhone(), message: 'x' }, caller())
  const get = () => api().messages.get.query({ id }, caller())
  const providerId = await until(async () => (await get()).providerId)
  await fixture.service.bus.publish(statusEvent(connected, { providerId, status: 'failed' }))
  await until(async () => (await get()).status === 'failed')
  expect((await get()).error).toMatchObject({ errorCode: 'provider:refused', retryable: false })
  const { items } = await api().messages.list.query({ status: ['failed'] }, caller())
  expect(items.map((each) => each.id)).toContain(id)
})
