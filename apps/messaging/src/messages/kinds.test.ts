import { type EventData } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging(
  {},
  {
    templates: [
      { name: 'parcel', language: 'en_US', components: [{ type: 'BODY', text: 'Your parcel, {{1}}' }] },
      { name: 'parcel', language: 'en', components: [{ type: 'BODY', text: 'Your parcel' }] },
    ],
  },
)

type Incoming = EventData<'provider:message'>
type Content = NonNullable<Incoming['content']>

const messages = () => fixture.service.clients.messaging.messages
const caller = () => fixture.service.as(connected.workspace)
let lastPhone = 15_553_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const get = (id: string) => messages().get.query({ id }, caller())
const eventsOf = (id: string, kind: string) =>
  fixture.service.bus.published.filter((event) => event.aggregate.id === id && event.event === kind)
const stateIs = (id: string, status: string) =>
  until(() => get(id).then((m) => m.status === status && m), { describe: `message to be ${status}` })

async function sent(input: Parameters<ReturnType<typeof messages>['send']['mutate']>[0]) {
  const message = await messages().send.mutate(input, caller())
  return stateIs(message.id, 'sent')
}

async function customerDoes(from: string, content: Content, more: Partial<Incoming> = {}): Promise<string> {
  const type = content.type === 'reply' ? 'interactive' : content.type
  const data = { number: connected.number, type, content, raw: { type: content.type }, ...more }
  const event = incomingMessage(connected.workspace, { phone: from, name: 'Ada' }, data)
  await fixture.service.bus.publish(event)
  return event.data.providerId
}

const received = (phone: string) =>
  until(async () => (await messages().list.query({ phone, direction: 'in' }, caller())).items[0])

const url = 'https://example.com/a.jpg'

describe('sending every kind', () => {
  it.each<[string, string, object]>([
    ['an image', 'image', { media: { url }, message: 'Look' }],
    ['a document', 'document', { media: { url, kind: 'document', filename: 'bill.pdf' } }],
    ['a voice note', 'voice', { media: { url: 'https://example.com/a.ogg', kind: 'voice' } }],
    ['a sticker', 'sticker', { media: { url: 'https://example.com/a.webp' } }],
    ['a place', 'location', { location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } }],
    ['the question for theirs', 'location_request', { location: { request: true }, message: 'Where to?' }],
    ['contact cards', 'contacts', { contacts: [{ name: 'Ada', phone: '+4915112345678' }] }],
    ['buttons', 'buttons', { buttons: [{ text: 'Tea' }, { text: 'Coffee' }], message: 'What?', footer: 'Shop' }],
    ['a link button', 'buttons', { buttons: [{ text: 'Track', url: 'https://example.com/t' }], message: 'Here' }],
    [
      'a list',
      'list',
      { list: { button: 'Choose', sections: [{ rows: [{ id: 'a', title: 'Tea' }] }] }, message: 'What?' },
    ],
    ['a product', 'product', { product: { catalogId: '14', productId: 'lamp-7' }, footer: 'Shop' }],
    [
      'products',
      'products',
      { products: { catalogId: '14', sections: [{ productIds: ['lamp-7'] }] }, header: 'Lamps', message: 'Which?' },
    ],
    ['a catalog', 'catalog', { catalog: { thumbnailProductId: 'lamp-7' }, message: 'All of it' }],
    ['a poll of 2', 'poll', { poll: { name: 'Which day?', options: ['Monday', 'Tuesday'] } }],
    ['a poll of 5', 'poll', { poll: { name: 'Which?', options: ['1', '2', '3', '4', `x${'y'.repeat(60)}`] } }],
    [
      'a poll of 12',
      'poll',
      { poll: { name: 'Which?', options: Array.from({ length: 12 }, (_, i) => `Option ${i}`) } },
    ],
    ['a template', 'template', { template: { name: 'parcel', language: 'en_US', variables: ['Ada'] } }],
  ])('%s is stored as it was sent and the provider takes it', async (_name, type, content) => {
    const message = await sent({ phone: freshPhone(), ...content })
    expect(message.type).toBe(type)
    const { buttons: _buttons, poll: _poll, ...rest } = content as Record<string, object>
    expect(message).toMatchObject(rest)
  })

  it('a reaction goes to the message it names, and one to a message the provider never had fails visibly', async () => {
    const phone = freshPhone()
    await customerDoes(phone, { type: 'text' }, { text: 'Hello' })
    const { id, chat } = await received(phone)
    const reaction = await sent({ chat, reaction: '👍', reactionMessage: id })
    expect(reaction).toMatchObject({ type: 'reaction', reaction: '👍', reactionMessage: id })
    expect(reaction.quote).toBeNull()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await messages().send.mutate({ chat, message: 'x', deliverAt }, caller())
    const lost = await messages().send.mutate({ chat, reaction: '-', reactionMessage: later.id }, caller())
    expect((await stateIs(lost.id, 'failed')).error?.errorCode).toBe('message:not_found')
  })

  it('words are changed where a message has them, within the bounds of its kind', async () => {
    const later = { phone: freshPhone(), deliverAt: new Date(Date.now() + 3_600_000).toISOString() }
    const image = await messages().send.mutate({ ...later, media: { url }, message: 'Look' }, caller())
    const changed = await messages().update.mutate({ id: image.id, message: 'See' }, caller())
    expect(changed).toMatchObject({ message: 'See', media: { url } })
    await expect(messages().update.mutate({ id: image.id, message: 'x'.repeat(1025) }, caller())).rejects.toThrow(
      'message: must be at most 1024 characters',
    )
    const place = await messages().send.mutate({ ...later, location: { latitude: 1, longitude: 1 } }, caller())
    await expect(messages().update.mutate({ id: place.id, message: 'x' }, caller())).rejects.toThrow('no text')
  })

  it('what the provider cannot carry is refused at once with what it can', async () => {
    const call = { buttons: [{ text: 'Call', phone: '+4915112345678' }], message: 'Call us' }
    await expect(messages().send.mutate({ phone: freshPhone(), ...call }, caller())).rejects.toThrow('contacts')
    const links = {
      buttons: [
        { text: 'A', url },
        { text: 'B', url },
      ],
      message: 'Both',
    }
    await expect(messages().send.mutate({ phone: freshPhone(), ...links }, caller())).rejects.toThrow('one link button')
  })
})

describe('answers', () => {
  it('votes by button, by number and by name are counted, the last of a person counts, and each change is announced', async () => {
    const phone = freshPhone()
    const poll = await sent({ phone, poll: { name: 'Which day?', options: ['Monday', 'Tuesday'] } })
    const quoted = { quotedProviderId: poll.providerId as string }
    await customerDoes(phone, { type: 'reply', reply: { kind: 'button', id: 'option_0', text: 'Monday' } }, quoted)
    await until(() => eventsOf(poll.id, 'message:updated').length === 1)
    expect((await received(phone)).quote).toBe(poll.id)
    await customerDoes(phone, { type: 'text' }, { text: '2' })
    await until(() => eventsOf(poll.id, 'message:updated').length === 2)
    const tally = [
      { option: 'Monday', votes: 0 },
      { option: 'Tuesday', votes: 1 },
    ]
    expect((await get(poll.id)).poll).toMatchObject({ tally, voters: 1 })
    expect(eventsOf(poll.id, 'message:updated')[1]?.data).toMatchObject({ change: 'vote', poll: { tally } })
    expect(eventsOf(poll.id, 'message:updated')[1]?.data).not.toHaveProperty('votes')
    await customerDoes(phone, { type: 'text' }, { text: 'None of them', ...quoted })
    await customerDoes(phone, { type: 'text' }, { text: ' monday', ...quoted })
    await until(() => eventsOf(poll.id, 'message:updated').length === 3)
    expect((await get(poll.id)).poll?.tally).toMatchObject([{ votes: 1 }, { votes: 0 }])
  })

  it('an answer to buttons is a message of its own and is noted at the message it answers', async () => {
    const phone = freshPhone()
    const question = await sent({ phone, message: 'What?', buttons: [{ id: 'tea', text: 'Tea' }] })
    const reply = { kind: 'button' as const, id: 'tea', text: 'Tea' }
    await customerDoes(
      phone,
      { type: 'reply', reply },
      { text: 'Tea', quotedProviderId: question.providerId as string },
    )
    const answer = await received(phone)
    expect(answer).toMatchObject({ type: 'reply', message: 'Tea', reply, quote: question.id })
    await until(() => eventsOf(question.id, 'message:updated').length === 1)
    expect((await get(question.id)).answers).toMatchObject([{ message: answer.id, id: 'tea', text: 'Tea' }])
  })

  it('reactions are at the message they are about until they are taken back', async () => {
    const phone = freshPhone()
    const { id, providerId } = await sent({ phone, message: 'Hello' })
    const about = (emoji: string): Content => ({ type: 'reaction', about: { providerId: providerId as string, emoji } })
    await customerDoes(phone, about('👍'))
    await until(() => eventsOf(id, 'message:reaction').length === 1)
    expect((await get(id)).reactions).toMatchObject([{ emoji: '👍', from: { phone } }])
    await customerDoes(phone, about(''))
    await until(() => eventsOf(id, 'message:reaction').length === 2)
    expect((await get(id)).reactions).toEqual([])
    expect((await messages().list.query({ phone, direction: 'in' }, caller())).items).toEqual([])
  })
})

describe('receiving every kind', () => {
  const place = { latitude: 52.5, longitude: 13.4 }
  it.each<[string, Content]>([
    ['an image', { type: 'image', media: { kind: 'image', providerId: '99', mime: 'image/jpeg', sha256: 'c2hh' } }],
    ['a place', { type: 'location', location: place }],
    ['contacts', { type: 'contacts', contacts: [{ name: 'Ada', phones: ['+4915112345678'] }] }],
    ['an order', { type: 'order', purchase: { items: [{ productId: 'p', quantity: 1 }] } }],
    ['a changed identity', { type: 'system', system: { event: 'customer_identity_changed' } }],
    ['a text from an ad', { type: 'text', referral: { url: 'https://example.com/ad' }, forwarded: true }],
    ['what is not supported', { type: 'unsupported', unsupported: 'poll_creation' }],
  ])('%s is shown as what it is and announced', async (_name, content) => {
    const phone = freshPhone()
    await customerDoes(phone, content, { text: 'With words' })
    const message = await received(phone)
    expect(message).toMatchObject({ ...content, message: 'With words' })
    await until(() => eventsOf(message.id, 'message:in').length === 1)
  })

  it('a message that names no one is kept all the same', async () => {
    await customerDoes('', { type: 'unsupported', unsupported: 'system' }, { from: { name: 'Nobody' } })
    const list = () => messages().list.query({ direction: 'in', type: ['unsupported'] }, caller())
    const message = await until(async () => (await list()).items.find(({ from }) => from?.name === 'Nobody'))
    expect(message.from).toMatchObject({ name: 'Nobody', phone: null })
    expect(message.phone).toBeNull()
  })

  it('an edit and a deletion change the message they are about', async () => {
    const phone = freshPhone()
    const first = await customerDoes(phone, { type: 'text' }, { text: 'Helo' })
    const { id } = await received(phone)
    await customerDoes(phone, { type: 'edit', about: { providerId: first, text: 'Hello' } })
    await until(() => eventsOf(id, 'message:updated').length === 1)
    expect(await get(id)).toMatchObject({ message: 'Hello', editedAt: expect.any(String) })
    await customerDoes(phone, { type: 'revoke', about: { providerId: first } })
    await until(() => eventsOf(id, 'message:updated').length === 2)
    const gone = await get(id)
    expect(gone.message).toBeNull()
    expect(gone.deletedAt).toBeDefined()
  })
})

describe('the 24 h window', () => {
  const template = { name: 'parcel', language: 'en' }
  const closed = async (phone: string) => {
    await customerDoes(phone, { type: 'text' }, { text: 'Hi' })
    const { chat } = await received(phone)
    const long = `now() - interval '1 hour'`
    await fixture.service.rows(`update chat set window_closes_at = ${long}, last_inbound_at = ${long} where id = $1`, [
      chat,
    ])
    return chat
  }
  const callsOf = async (id: string) =>
    (await fixture.calls(connected)).filter(({ callbackTag }) => callbackTag?.startsWith(id))

  it('a free text into a window known to be closed fails without a call, and a template goes through', async () => {
    const chat = await closed(freshPhone())
    const text = await messages().send.mutate({ chat, message: 'Hello' }, caller())
    expect(text.status).toBe('queued')
    expect((await stateIs(text.id, 'failed')).error).toMatchObject({ errorCode: 'window:closed' })
    await until(() => eventsOf(text.id, 'message:failed').length === 1)
    expect(await callsOf(text.id)).toEqual([])
    expect((await sent({ chat, template })).type).toBe('template')
  })

  it('with hold it waits, holds up nothing else of the chat, and leaves when the customer writes', async () => {
    const phone = freshPhone()
    const chat = await closed(phone)
    const postponed = await messages().send.mutate({ chat, message: 'Hello', onWindowClosed: 'hold' }, caller())
    await until(async () => (await get(postponed.id)).waiting?.reason === 'window_closed')
    await sent({ chat, template })
    await customerDoes(phone, { type: 'system', system: { event: 'customer_identity_changed' } })
    await until(async () => (await received(phone)).type === 'system')
    expect((await get(postponed.id)).waiting?.reason).toBe('window_closed')
    await customerDoes(phone, { type: 'text' }, { text: 'Back again' })
    await stateIs(postponed.id, 'sent')
    expect(await callsOf(postponed.id)).toHaveLength(1)
  })

  it('with a template that is sent instead, and the message says so', async () => {
    const chat = await closed(freshPhone())
    const message = await sent({ chat, message: 'Hello', onWindowClosed: { template } })
    expect(message).toMatchObject({ message: 'Hello', sentInstead: 'template', onWindowClosed: { template } })
  })

  it('is known to be closed once the provider refuses, also where the customer never wrote', async () => {
    const failing = await messages().send.mutate({ phone: '+15550100014', message: 'x' }, caller())
    expect((await stateIs(failing.id, 'failed')).error).toMatchObject({
      errorCode: 'window:closed',
      providerCode: 131047,
    })
    const { windowClosesAt } = await fixture.service.clients.messaging.chats.get.query({ id: failing.chat }, caller())
    expect(Date.parse(windowClosesAt ?? '')).toBeLessThanOrEqual(Date.now())
    const { chat } = failing
    const postponed = await messages().send.mutate({ chat, message: 'x', onWindowClosed: 'hold' }, caller())
    await until(async () => (await get(postponed.id)).waiting?.reason === 'window_closed')
    expect(await callsOf(postponed.id)).toEqual([])
    const replaced = await messages().send.mutate({ chat, message: 'x', onWindowClosed: { template } }, caller())
    expect((await stateIs(replaced.id, 'failed')).sentInstead).toBe('template')
    expect(await callsOf(replaced.id)).toHaveLength(1)
  })

  it('ends the same way when the provider refuses after it took the message, however often it says so', async () => {
    const refused = (providerId: string) => {
      const status = statusEvent(connected, { providerId, status: 'failed' })
      const error = { code: 131047, title: 'Re-engagement message', errorCode: 'window:closed', retryable: false }
      return { ...status, data: { ...status.data, error } }
    }
    const postponed = await sent({ phone: freshPhone(), message: 'x', onWindowClosed: 'hold' })
    await fixture.service.bus.publish(refused(postponed.providerId as string))
    await until(async () => (await get(postponed.id)).waiting?.reason === 'window_closed')
    await fixture.service.bus.publish(refused(postponed.providerId as string))
    const replaced = await sent({ phone: freshPhone(), message: 'x', onWindowClosed: { template } })
    await fixture.service.bus.publish(refused(replaced.providerId as string))
    await until(async () => (await get(replaced.id)).sentInstead === 'template')
    await stateIs(replaced.id, 'sent')
    const failing = await sent({ phone: freshPhone(), message: 'x' })
    await fixture.service.bus.publish(refused(failing.providerId as string))
    expect((await stateIs(failing.id, 'failed')).error?.errorCode).toBe('window:closed')
    expect((await get(postponed.id)).status).toBe('queued')
  })
})
