import { exampleContact, exampleEvent, exampleGroup, exampleMessage, newId } from '@posthorn/contracts'
import { describe, expect, test } from 'vitest'
import { renderEvent, type StoredEvent, webhookFormat } from './events.ts'
import { longIdOf, widOfPhone } from './ids.ts'
import { chatMessageSchema } from './shapes/chat-message.ts'
import { eventNames, eventNamesOf, kindsOfEventName } from './words.ts'

const { summaries, ...incoming } = exampleEvent.data
const customer = widOfPhone(incoming.phone ?? '')
const own = widOfPhone(summaries.number.phone ?? '')
const at = '2026-11-20T08:31:00.000Z'

const render = (event: string, data: object, names: readonly string[] = Object.keys(eventNames)) => {
  const stored = { id: newId('evt'), event, occurredAt: at, data } as unknown as StoredEvent
  return renderEvent(stored, names) as { event: string; data: Record<string, unknown> } | undefined
}

const received = (more: object) => ({ ...incoming, message: undefined, ...more, summaries })
const sent = (more: object) => ({ ...exampleMessage, ...more, summaries })

describe('an event of the dialect', () => {
  test('about an order has its products, their number and the total', () => {
    const items = [
      { productId: 'lamp-7', quantity: 2, price: 19.9, currency: 'EUR' },
      { productId: 'bulb-1', quantity: 3, price: 0.1, currency: 'EUR' },
    ]
    const shown = render('message:in', received({ type: 'order', purchase: { catalogId: '14', items } }))
    expect(shown?.data).toMatchObject({
      type: 'order',
      order: {
        id: longIdOf(incoming.id),
        currency: 'EUR',
        items: 5,
        total: 40.1,
        products: [{ id: 'lamp-7', price: 19.9 }, {}],
      },
    })
  })

  test('about a tap names the row or button and what is known of the quoted message, be it stored here or not', () => {
    const reply = { kind: 'button', id: 'yes', text: 'Yes' }
    const quote = newId('msg')
    const quoted = { type: 'buttons', direction: 'out', message: 'Well?' }
    const known = render('message:in', {
      ...received({ type: 'reply', reply, quote }),
      summaries: { ...summaries, quoted },
    })
    expect(known?.data).toMatchObject({
      type: 'buttons_response',
      body: 'Yes',
      quoted: { wid: longIdOf(quote), selectedId: 'yes', body: 'Well?', kind: 'buttons', from: own },
    })
    const unknown = render('message:in', received({ type: 'reply', reply, quoteProviderId: 'wamid.X' }))
    expect(unknown?.data['quoted']).toMatchObject({ wid: 'wamid.X', selectedId: 'yes' })
    expect(render('message:in', received({ type: 'reply', reply }))?.data['quoted']).toMatchObject({
      selectedId: 'yes',
    })
  })

  test('about a reaction names the one who reacted, also to a message that is not stored here', () => {
    const phone = incoming.phone
    const reaction = (reactedBy: object) =>
      render('message:reaction', sent({ emoji: '👍', reactedBy }))?.data['reaction']
    expect(reaction({ phone })).toEqual({ emoji: '👍', from: customer })
    expect(reaction({ via: 'app' })).toEqual({ emoji: '👍', from: own })
    const unknown = received({ type: 'reaction', reaction: '👍', quoteProviderId: 'wamid.X' })
    expect(render('message:in', unknown, ['message:in:new'])).toBeUndefined()
    expect(render('message:in', unknown)).toMatchObject({
      event: 'message:reaction',
      data: { type: 'reaction', reaction: { emoji: '👍', from: customer }, quoted: { wid: 'wamid.X' } },
    })
  })

  test('about a message in a group names a person without a phone number as their contact does', () => {
    const contact = { ...exampleContact, phone: null }
    const from = { phone: null, userId: 'DE.1349', name: null, contact: contact.id }
    const group = { ...received({ type: 'text', from }), group: newId('grp') }
    const author = render('message:in', group)?.data['author']
    expect(author).toBe(render('contact:updated', contact)?.data['wid'])
    const reaction = { ...group, type: 'reaction', reaction: '👍' }
    expect(render('message:in', reaction)?.data['reaction']).toEqual({ emoji: '👍', from: author })
    const toAnother = { ...group, emoji: '👍', reactedBy: { ...from, via: null } }
    expect(render('message:reaction', toAnother)?.data['reaction']).toEqual({ emoji: '👍', from: author })
  })

  test('has the latest reaction to the message, and the time when its sender deleted it', () => {
    const [earlier, later] = ['2026-11-20T08:40:00.000Z', '2026-11-20T08:41:00+00:00']
    const reactions = [
      { emoji: '❤️', from: { phone: incoming.phone }, via: null, at: later },
      { emoji: '👍', from: {}, via: 'app', at: earlier },
    ]
    const changed = (more: object) => render('message:updated', received({ change: 'edited', ...more }))?.data
    expect(changed({ reactions })).toMatchObject({ lastReactionEmoji: '❤️', lastReactionAt: later })
    const deletedAt = '2026-11-20T08:45:00.000Z'
    expect(changed({ change: 'deleted', deletedAt, reactions: [] })).toMatchObject({ status: 'removed', deletedAt })
    const plain = changed({ reactions: [] })
    for (const name of ['deletedAt', 'lastReactionAt', 'lastReactionEmoji']) expect(plain?.[name]).toBeUndefined()
    expect(chatMessageSchema.safeParse(changed({ reactions, deletedAt })).error).toBeUndefined()
  })

  test('about media that cannot be fetched is sent at once, and about other media once it is stored', () => {
    const event = (media: object) =>
      render('message:in', received({ type: 'video', media: { kind: 'video', file: null, error: null, ...media } }))
    expect(event({ error: 'The provider named no file' })?.data['media']).toMatchObject({ status: 'unavailable' })
    expect(event({ providerId: '77' })).toBeUndefined()
  })

  test('has the time of the last message of the chat, whichever direction it had', () => {
    const later = '2026-11-20T09:00:00.000Z'
    const chat = { ...summaries.chat, createdAt: at, lastInboundAt: later, lastOutboundAt: null }
    const shown = render('message:in', { ...received({ type: 'text' }), summaries: { ...summaries, chat } })
    expect(shown?.data['chat']).toMatchObject({ date: later, lastMessageAt: later, lastInboundMessageAt: later })
    const { id, name, phone } = summaries.chat
    const fresh = { ...sent({}), summaries: { ...summaries, chat: { id, name, phone } } }
    const { createdAt } = exampleMessage
    expect(render('message:out', fresh)?.data['chat']).toMatchObject({
      date: createdAt,
      lastOutboundMessageAt: createdAt,
    })
  })

  test('about a list or buttons has their text and content', () => {
    const list = { button: 'Open', sections: [{ rows: [{ id: 'a', title: 'First' }] }] }
    const buttons = [{ id: 'y', text: 'Yes' }]
    const names = ['message:out:new']
    expect(render('message:out', sent({ type: 'list', message: 'Pick', list }), names)?.data).toMatchObject({
      body: 'Pick',
      list,
    })
    expect(render('message:out', sent({ type: 'buttons', message: 'Well?', buttons }), names)?.data).toMatchObject({
      body: 'Well?',
      buttons,
    })
  })

  test.each([
    ['participants', 'joined', 'add'],
    ['participants', 'invited', 'invite'],
    ['participants', 'left', 'leave'],
    ['participants', 'removed', 'remove'],
    ['changed', undefined, 'subject'],
  ])('about a group with the change "%s" of someone who is "%s" has the action "%s"', (change, status, action) => {
    const people = status === undefined ? null : [{ phone: null, userId: null, status }]
    const event = render('group:updated', { ...exampleGroup, change, people, requests: null })
    expect(event?.data['action']).toBe(action)
  })

  test('has a name that leads to its kind and back', () => {
    for (const name of Object.keys(eventNames)) {
      for (const kind of kindsOfEventName(name)) {
        const [shown = ''] = eventNamesOf([kind])
        expect(kindsOfEventName(shown)).toContain(kind)
      }
    }
    expect(eventNamesOf(['message:updated', 'message:in', 'message:reaction'])).toEqual([
      'message:update',
      'message:in:new',
      'message:reaction',
    ])
  })
})

describe('the payload of a delivery', () => {
  const stored = JSON.stringify(exampleEvent)
  const bodyOf = (payload: string) => webhookFormat.render(payload, ['contact:update', 'message:in:new']).body

  test('is the same bytes for every attempt', () => {
    const rendered = bodyOf(stored)
    expect(bodyOf(stored)).toBe(rendered)
    const body = JSON.parse(rendered) as { event: string; id: string; data: { id: string } }
    expect(body).toMatchObject({ object: 'message', event: 'message:in:new', id: body.data.id })
    expect(chatMessageSchema.safeParse(body.data).error).toBeUndefined()
  })

  test('names an event of an erased person without its data', () => {
    const erased = JSON.stringify({ ...exampleEvent, data: { erased: true } })
    expect(JSON.parse(bodyOf(erased))).toMatchObject({ event: 'message:in:new', data: {} })
  })
})
