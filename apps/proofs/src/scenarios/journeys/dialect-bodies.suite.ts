import { startReceiver } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { openDialect, wid } from './dialect-client.ts'

/** An hour from now, with an offset in the form that the dialect's programs write. */
const deliverAt = new Date(Date.now() + 2 * 3_600_000).toISOString().replace('Z', '+0100')
const rows = [{ id: 'a', title: 'First', description: 'The first' }]

/** Bodies for POST /messages, with the fields that each response must have. */
const bodies: readonly [name: string, body: object, answer: object][] = [
  ['a text with a validity', { message: 'Hi', expiration: { duration: '1h' } }, { expiresAt: expect.any(String) }],
  [
    'a location',
    { location: { coordinates: [52.5, 13.4], name: 'Office', address: 'Main street 1' } },
    { location: { name: 'Office', coordinates: [52.5, 13.4] } },
  ],
  [
    'contacts whose phone is a wid',
    { contacts: [{ phone: '4915120000999@c.us', name: 'Ada', email: 'ada@shop.example.com' }] },
    { contacts: [{ name: 'Ada', phone: '+4915120000999' }] },
  ],
  ['a poll', { poll: { name: 'When?', options: ['Now', 'Later'] } }, { poll: { options: ['Now', 'Later'] } }],
  [
    'reply buttons',
    { message: 'Well?', header: 'Offer', footer: 'Today', buttons: [{ id: 'y', text: 'Yes' }, { text: 'No' }] },
    { header: 'Offer', footer: 'Today', buttons: [{ id: 'y', text: 'Yes' }, { text: 'No' }] },
  ],
  [
    'a button to call, as numbered text',
    { message: 'Call us', buttons: [{ kind: 'call', text: 'Call', value: '+4915120000999' }] },
    { message: 'Call us\n\n1. Call: +4915120000999' },
  ],
  [
    'a list',
    { list: { title: 'Menu', description: 'Pick one', button: 'Open', footer: 'Thanks', sections: [{ rows }] } },
    { message: 'Pick one', header: 'Menu', footer: 'Thanks', list: { button: 'Open', sections: [{ rows }] } },
  ],
  [
    'a product',
    { message: 'This one', footer: 'Shop', product: { id: 'lamp-7', catalog: '14' } },
    { message: 'This one', footer: 'Shop', product: { id: 'lamp-7', catalog: '14' } },
  ],
  [
    'a template with values by position',
    { template: { name: 'order_update', language: 'en-US', body: [{ value: 'Ada' }, { value: '12' }] } },
    { template: { name: 'order_update', language: 'en_US', variables: ['Ada', '12'] } },
  ],
  [
    'a template with values by name',
    { template: { name: 'order_update', language: 'en', body: [{ name: 'customer', value: 'Ada' }] } },
    { template: { variables: { customer: 'Ada' } } },
  ],
  [
    'a template with header, body and button',
    {
      template: {
        name: 'order_update',
        language: 'en',
        header: { url: 'https://shop.example.com/parcel.jpg' },
        body: [{ value: 'Ada' }],
        button: [{ value: '12' }],
      },
    },
    {
      template: {
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
          { type: 'header', parameters: [{ type: 'image', url: 'https://shop.example.com/parcel.jpg' }] },
          { type: 'button', subType: 'url', index: 0, parameters: [{ type: 'text', text: '12' }] },
        ],
      },
    },
  ],
  ['a label, and the order of the chat', { message: 'Hi', label: 'Row', order: true }, { message: 'Hi' }],
  [
    'fields without effect here',
    { message: 'Hi', enqueue: 'always', live: false, retries: 3, sendReadAck: true, retentionPolicy: 'plan_defaults' },
    { message: 'Hi' },
  ],
]

const refused: readonly [name: string, body: object, status: number, errorCode: string][] = [
  ['a field that is unknown', { message: 'Hi', interactive: {} }, 400, 'request:invalid'],
  ['two targets', { message: 'Hi', group: '1@g.us' }, 400, 'request:invalid'],
  ['a text that is too long', { message: 'x'.repeat(4097) }, 400, 'request:invalid'],
  ['an address without coordinates', { location: { address: 'Main street 1' } }, 400, 'location:coordinates_required'],
  [
    'media to be viewed once',
    { media: { url: 'https://x.example.com/a.jpg', viewOnce: true } },
    400,
    'request:invalid',
  ],
  ['a device that is no id', { message: 'Hi', device: 'mine' }, 400, 'device:invalid'],
  ['a product without its catalog', { product: 'lamp-7' }, 400, 'request:invalid'],
  ['a vote', { vote: { message: 'x', options: [1] } }, 501, 'feature:unsupported'],
  ['an event', { event: { name: 'Lunch' } }, 501, 'feature:unsupported'],
]

/** POST /messages accepts every kind of body, or refuses it with the documented error. */
export function dialectBodies(system: () => RunningSystem): void {
  const { call, ok } = openDialect(system)
  describe('a message of the established v1 dialect', () => {
    test.each(bodies)('with %s is accepted as written', async (_, body, answer) => {
      const phone = newCustomer()
      const sent = await call('POST /messages', { json: { phone, deliverAt, ...body } })
      expect([sent.status, sent.body]).toMatchObject([201, { phone, deliveryStatus: 'queued', ...answer }])
      await ok(`DELETE /messages/${String(sent.body['id'])}`)
    })

    test.each(refused)('with %s is refused', async (_, body, ...[status, errorCode]) => {
      const answer = await call('POST /messages', { json: { phone: newCustomer(), deliverAt, ...body } })
      expect([answer.status, answer.body]).toMatchObject([status, { status, errorCode, meta: {} }])
    })

    test('with a text beside content that has no place for it is sent as two, the text first', async () => {
      const phone = newCustomer()
      const contents = {
        contacts: [{ phone: '+4915120000999', name: 'Ada' }],
        location: { latitude: 52.5, longitude: 13.4 },
        poll: { name: 'When?', options: ['Now', 'Later'] },
        media: { url: 'https://shop.example.com/song.mp3' },
      }
      for (const [name, content] of Object.entries(contents)) {
        const sent = await ok('POST /messages', { phone, message: `Before ${name}`, deliverAt, [name]: content })
        expect([name, sent['message'], sent[name]]).toEqual([name, undefined, expect.anything()])
        const all = await ok(`GET /messages?phone=${encodeURIComponent(phone)}&status=queued&sort=createdAt:asc`)
        expect([all.length, all[0]?.['message'], all[1]?.['id']]).toEqual([2, `Before ${name}`, sent['id']])
        for (const { id } of all) await ok(`DELETE /messages/${String(id)}`)
      }
      const faulty = { phone, message: 'x', location: { latitude: 520, longitude: 13.4 } }
      const { status, body } = await call('POST /messages', { json: faulty })
      expect([status, body]).toMatchObject([400, { errors: [{ path: 'location.latitude' }] }])
    })

    test('with media at an address of this installation takes them in itself', async () => {
      await using receiver = await startReceiver({
        respond: { body: `Hours ${newCustomer()}`, headers: { 'content-type': 'text/plain' } },
      })
      const sent = await ok('POST /messages', { phone: newCustomer(), media: { url: `${receiver.url}/hours.txt` } })
      expect(sent).toMatchObject({ media: { file: expect.any(String) } })
      const nowhere = { phone: newCustomer(), media: { url: 'http://nowhere/a.jpg' } }
      const { status, body } = await call('POST /messages', { json: nowhere })
      expect([status, body['errors']]).toMatchObject([expect.any(Number), [{ path: 'media.url' }]])
    })

    test('reacts to a message, takes the reaction back, sends a copy of a message, and quotes', async () => {
      const phone = newCustomer()
      const first = await ok('POST /messages', { phone, message: 'First' })
      const reacted = { phone, reaction: '👍', reactionMessage: first['waId'] }
      expect(await ok('POST /messages', reacted)).toMatchObject({ reaction: '👍', reactionMessage: first['waId'] })
      for (const reaction of ['-', '']) await ok('POST /messages', { ...reacted, reaction })
      expect(await ok('POST /messages', { phone, forward: first['id'] })).toMatchObject({ message: 'First' })
      const later = await ok('POST /messages', { phone, message: 'Later', schedule: { delayTo: '1h' } })
      const copied = await ok(`PATCH /messages/${String(later['id'])}`, { forward: first['id'] })
      expect(copied).toMatchObject({ message: 'First' })
      const quoted = { chat: wid(phone), message: 'Second', quote: first['waId'] }
      expect(await ok('POST /messages', quoted)).toMatchObject({ phone, quote: first['waId'] })
    })
  })
}
