import { newId } from '@posthorn/contracts'
import { faultOf, incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startMessaging, statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const messages = () => fixture.service.clients.messaging.messages
const chats = () => fixture.service.clients.messaging.chats
const caller = (options = {}) => fixture.service.as(connected.workspace, options)
let lastPhone = 15_557_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const get = (id: string) => messages().get.query({ id }, caller())
const eventsOf = (id: string) => fixture.service.bus.published.filter((event) => event.aggregate.id === id)
const stateIs = (id: string, status: string) =>
  until(
    async () => {
      const m = await get(id)
      return m.status === status && m
    },
    { describe: `message to be ${status}` },
  )

function incoming(from: string, text: string, providerId = `wamid.${newId('evt')}`) {
  const data = { number: connected.number, providerId, text }
  return incomingMessage(connected.workspace, { phone: from, name: 'Ada' }, data)
}

describe('sending', () => {
  it('a message is queued in the answer, handed to the provider once, and its statuses raise it step by step', async () => {
    const message = await messages().send.mutate(
      { phone: freshPhone(), message: 'Hello', reference: 'order-1' },
      caller(),
    )
    expect(message).toMatchObject({
      status: 'queued',
      reference: 'order-1',
      direction: 'out',
      number: connected.number,
    })
    const sent = await stateIs(message.id, 'sent')
    const calls = (await fixture.calls(connected)).filter((call) => call.callbackTag?.startsWith(message.id))
    expect(calls).toHaveLength(1)
    expect(sent.providerId).toBe(calls[0]?.wamid)
    await fixture.service.bus.publish(
      statusEvent(connected, { providerId: sent.providerId as string, status: 'delivered' }),
      statusEvent(connected, { providerId: sent.providerId as string, status: 'read' }),
    )
    const read = await stateIs(message.id, 'read')
    expect(Object.keys(read.statusAt).sort()).toEqual(['delivered', 'queued', 'read', 'sending', 'sent'])
    await until(() => eventsOf(message.id).length === 3)
    expect(eventsOf(message.id).map(({ event, data }) => [event, (data as { ack?: string }).ack])).toEqual([
      ['message:out', undefined],
      ['message:ack', 'delivered'],
      ['message:ack', 'read'],
    ])
  })

  it('statuses in reverse and five times each end in read with one event per real rise', async () => {
    const message = await messages().send.mutate({ phone: freshPhone(), message: 'Hello' }, caller())
    const { providerId } = await stateIs(message.id, 'sent')
    const reversed = (['read', 'delivered', 'sent'] as const).flatMap((status) =>
      Array.from({ length: 5 }, () => statusEvent(connected, { providerId: providerId as string, status })),
    )
    await fixture.service.bus.publish(...reversed)
    const read = await stateIs(message.id, 'read')
    expect(read.statusAt.delivered).toBe(read.statusAt.read)
    const marker = await messages().send.mutate({ phone: freshPhone(), message: 'marker' }, caller())
    await until(() => eventsOf(marker.id).length === 1)
    expect(eventsOf(message.id).map(({ event }) => event)).toEqual(['message:out', 'message:ack'])
  })

  it('a call that was cut after the provider took it stays sending, is never repeated, and its status settles it', async () => {
    const message = await messages().send.mutate({ phone: '+15550100004', message: 'cut' }, caller())
    await until(async () => (await get(message.id)).waiting?.reason === 'outcome')
    const [call] = (await fixture.acceptedCalls(connected)).filter((entry) => entry.callbackTag?.startsWith(message.id))
    await fixture.service.bus.publish(
      statusEvent(connected, {
        providerId: call?.wamid as string,
        status: 'delivered',
        callbackTag: `${message.id}:1`,
      }),
    )
    const delivered = await stateIs(message.id, 'delivered')
    expect(delivered.providerId).toBe(call?.wamid)
    expect(await fixture.service.rows('select 1 from send_job where message_id = $1', [message.id])).toEqual([])
    await until(() => eventsOf(message.id).length === 2)
    expect(eventsOf(message.id).map(({ event }) => event)).toEqual(['message:out', 'message:ack'])
    expect((await fixture.calls(connected)).filter((entry) => entry.callbackTag?.startsWith(message.id))).toHaveLength(
      1,
    )
  })

  it('a refusal of the provider fails the message with its code and is announced', async () => {
    const message = await messages().send.mutate({ phone: '+15550100009', message: 'refused' }, caller())
    const failed = await stateIs(message.id, 'failed')
    expect(failed.error).toMatchObject({ errorCode: 'phone:undeliverable', providerCode: 131026 })
    await until(() => eventsOf(message.id).some(({ event }) => event === 'message:failed'))
    expect(
      (await messages().trace.query({ id: message.id }, caller())).entries.map(({ what, outcome }) => outcome ?? what),
    ).toEqual(expect.arrayContaining(['accepted', 'status', 'refused']))
  })

  it('a provider error that surely sent nothing is tried again until it is sent', async () => {
    const message = await messages().send.mutate({ phone: '+15550100010', message: 'twice 500' }, caller())
    await until(async () => Boolean((await get(message.id)).retry?.nextAt))
    const sent = await until(
      async () => {
        const m = await get(message.id)
        return m.status === 'sent' && m
      },
      { timeoutMs: 20_000 },
    )
    expect(sent).toMatchObject({ retry: { count: 2 } })
    expect(sent.error).toBeNull()
    expect((await fixture.acceptedCalls(connected)).filter(({ to }) => to.endsWith('15550100010'))).toHaveLength(1)
  })

  it('messages of one chat leave in the order accepted while another chat overtakes a failing one', async () => {
    const slow = '+15550100003'
    const first = await messages().send.mutate({ phone: slow, message: 'first' }, caller())
    const second = await messages().send.mutate({ phone: slow, message: 'second' }, caller())
    const other = await messages().send.mutate({ phone: freshPhone(), message: 'other' }, caller())
    await stateIs(other.id, 'sent')
    expect((await get(first.id)).status).toBe('sending')
    expect((await get(second.id)).waiting).toMatchObject({ reason: 'order' })
    await messages().cancel.mutate({ id: second.id }, caller())
  })
})

describe('accepting', () => {
  it('parallel requests with one Idempotency-Key give one message, another body is refused', async () => {
    const phone = freshPhone()
    let replayed = 0
    const keyed = () => caller({ idempotencyKey: 'same', onReplayed: () => (replayed += 1) })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => messages().send.mutate({ phone, message: 'once' }, keyed())),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(replayed).toBe(19)
    await expect(messages().send.mutate({ phone, message: 'other' }, keyed())).rejects.toThrow('another body')
  })

  it('unknown and foreign chats, numbers and quotes are refused alike, and a workspace without a number has nothing to send with', async () => {
    const own = await messages().send.mutate({ phone: freshPhone(), message: 'mine' }, caller())
    const outsider = fixture.service.as(fixture.service.workspace())
    await expect(messages().send.mutate({ phone: freshPhone(), message: 'x' }, outsider)).rejects.toThrow(
      'no usable number',
    )
    await expect(messages().get.query({ id: own.id }, outsider)).rejects.toThrow('no such message')
    const other = await fixture.connectNumber()
    const them = fixture.service.as(other.workspace)
    await expect(messages().send.mutate({ chat: own.chat, message: 'x' }, them)).rejects.toThrow('no such chat')
    await expect(
      messages().send.mutate({ phone: freshPhone(), number: connected.number, message: 'x' }, them),
    ).rejects.toThrow('no such number')
    await expect(messages().send.mutate({ phone: freshPhone(), quote: own.id, message: 'x' }, them)).rejects.toThrow(
      'no such message',
    )
    expect((await messages().list.query({}, them)).items).toEqual([])
  })

  it('a full queue answers 429 for the next message and loses none; what is refused anyway takes no place', async () => {
    await using small = await startMessaging({ QUEUE_SIZE_MAX: '10' })
    const full = await small.connectNumber()
    const { clients } = small.service
    await clients.messaging.queues.pause.mutate({ id: full.number }, small.service.as(full.workspace))
    const send = (labels?: string[]) => {
      const input = { phone: freshPhone(), message: 'x', labels }
      return clients.messaging.messages.send.mutate(input, small.service.as(full.workspace))
    }
    for (let i = 0; i < 10; i++) await expect(send(['none'])).rejects.toThrow()
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => send()))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [faultOf(result.reason).code] : []))
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'queue:full'))
    expect(
      await clients.messaging.queues.get.query({ id: full.number }, small.service.as(full.workspace)),
    ).toMatchObject({ waiting: 10, status: 'paused' })
    await clients.messaging.queues.resume.mutate({ id: full.number }, small.service.as(full.workspace))
    await until(async () => (await small.acceptedCalls(full)).length === 10)
  })
})

describe('waiting messages', () => {
  it('can be changed and canceled while scheduled, and not after', async () => {
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const message = await messages().send.mutate({ phone: freshPhone(), message: 'later', deliverAt }, caller())
    expect(message).toMatchObject({ status: 'scheduled', deliverAt, waiting: { reason: 'schedule' } })
    const changed = await messages().update.mutate({ id: message.id, message: 'changed', priority: 'high' }, caller())
    expect(changed).toMatchObject({ message: 'changed', priority: 'high', status: 'scheduled' })
    const shownInChat = async () => (await chats().get.query({ id: message.chat }, caller())).lastMessage
    expect(await shownInChat()).toMatchObject({ id: message.id, message: 'changed', type: 'text' })
    const location = { latitude: 52.5, longitude: 13.4 }
    await messages().update.mutate({ id: message.id, location }, caller())
    expect(await shownInChat()).toMatchObject({ id: message.id, message: null, type: 'location' })
    expect(await messages().cancel.mutate({ id: message.id }, caller())).toMatchObject({ status: 'canceled' })
    await expect(messages().cancel.mutate({ id: message.id }, caller())).rejects.toThrow('scheduled or queued')
    await expect(messages().update.mutate({ id: message.id, message: 'no' }, caller())).rejects.toThrow(
      'scheduled or queued',
    )
  })

  it.each(['retry', 'pair_limit', 'window_closed', 'quiet_hours', 'typing'])(
    'a new schedule replaces a wait for %s, so that nothing that ends this wait sends the message early',
    async (reason) => {
      const { rows } = fixture.service
      const later = new Date(Date.now() + 3_600_000).toISOString()
      const { id } = await messages().send.mutate({ phone: freshPhone(), message: 'x', deliverAt: later }, caller())
      await rows('update send_job set waits_for = $2 where message_id = $1', [id, reason])
      await messages().update.mutate({ id, deliverAt: new Date(Date.now() + 7_200_000).toISOString() }, caller())
      const job = 'select waits_for, run_at = due_at as "onTime" from send_job where message_id = $1'
      expect(await rows(job, [id])).toEqual([{ waits_for: null, onTime: true }])
    },
  )

  it('loses its reference by null, and keeps it in other changes', async () => {
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const message = await messages().send.mutate(
      { phone: freshPhone(), message: 'later', deliverAt, reference: 'order-1' },
      caller(),
    )
    const change = (input: object) => messages().update.mutate({ id: message.id, ...input }, caller())
    expect(await change({ message: 'changed' })).toMatchObject({ reference: 'order-1' })
    expect(await change({ reference: null })).toMatchObject({ message: 'changed', reference: null })
    expect(await messages().get.query({ id: message.id }, caller())).toMatchObject({ reference: null })
  })

  it('a scheduled message leaves when it is due', async () => {
    const message = await messages().send.mutate(
      { phone: freshPhone(), message: 'soon', deliverAt: new Date(Date.now() + 600).toISOString() },
      caller(),
    )
    expect(message.status).toBe('scheduled')
    expect((await stateIs(message.id, 'sent')).statusAt.queued).toBeDefined()
  })

  it('a message whose validity ends before it could leave is expired, announced, never sent, and can be retried', async () => {
    const { queues } = fixture.service.clients.messaging
    await queues.pause.mutate({ id: connected.number }, caller())
    const message = await messages().send.mutate({ phone: freshPhone(), message: 'late', expiresIn: 60 }, caller())
    await fixture.service.rows(`update send_job set expires_at = now() where message_id = $1`, [message.id])
    expect((await stateIs(message.id, 'expired')).error).toMatchObject({ errorCode: 'message:expired' })
    await until(() => eventsOf(message.id).some(({ event }) => event === 'message:failed'))
    await queues.resume.mutate({ id: connected.number }, caller())
    await messages().retry.mutate({ id: message.id }, caller())
    await stateIs(message.id, 'sent')
    expect((await fixture.calls(connected)).filter((call) => call.callbackTag?.startsWith(message.id))).toHaveLength(1)
  })
})

describe('receiving', () => {
  it('an incoming message opens a chat with its window, once however often it comes, and answers find the message they quote', async () => {
    const phone = freshPhone()
    const event = incoming(phone, 'Where is my parcel?')
    await fixture.service.bus.publish(event, { ...event, id: newId('evt') }, event)
    const chat = await until(async () => (await chats().list.query({ phone }, caller())).items[0])
    expect(chat).toMatchObject({
      name: 'Ada',
      unreadCount: 1,
      lastMessage: { message: 'Where is my parcel?', direction: 'in' },
    })
    const [message] = (await messages().list.query({ chat: chat.id }, caller())).items
    expect(message).toMatchObject({ direction: 'in', status: 'received', from: { phone, name: 'Ada' } })
    const answer = await messages().send.mutate(
      { chat: chat.id, message: 'On its way', quote: message?.id as string },
      caller(),
    )
    expect(answer).toMatchObject({ chat: chat.id, phone, quote: message?.id })
    await stateIs(answer.id, 'sent')
    expect((await messages().list.query({ direction: 'in', phone }, caller())).items).toHaveLength(1)
    const announced = eventsOf(message?.id as string)
    expect(announced).toMatchObject([{ event: 'message:in', data: { summaries: { chat: { id: chat.id } } } }])
  })

  it('reading marks the chat read and reaches the provider', async () => {
    const phone = freshPhone()
    await fixture.service.bus.publish(incoming(phone, 'Hello?'))
    const message = await until(async () => (await messages().list.query({ phone }, caller())).items[0])
    expect(await messages().read.mutate({ id: message.id }, caller())).toMatchObject({ status: 'read' })
    expect((await chats().get.query({ id: message.chat }, caller())).unread).toBe(false)
    await until(
      async () =>
        (await fixture.service.rows('select 1 from receipt_job where message_id = $1', [message.id])).length === 0,
    )
    const out = await messages().send.mutate({ phone, message: 'x' }, caller())
    await expect(messages().read.mutate({ id: out.id }, caller())).rejects.toThrow('incoming')
  })

  it('a type we do not know is stored raw and shown as unsupported', async () => {
    const phone = freshPhone()
    const event = incoming(phone, '')
    const raw = { type: 'hologram', hologram: { id: 1 } }
    await fixture.service.bus.publish({ ...event, data: { ...event.data, type: 'hologram', text: undefined, raw } })
    const message = await until(async () => (await messages().list.query({ phone }, caller())).items[0])
    expect(message.type).toBe('unsupported')
    expect(await fixture.service.rows('select raw from message where id = $1', [message.id])).toEqual([{ raw }])
  })
})
