import { createHmac } from 'node:crypto'
import { wamidOf } from '@posthorn/cloud-api'
import { type EventData, exampleEvent, exampleMessage } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { assertCallback } from '@posthorn/testkit/cloud-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

type Incoming = EventData<'message:in'>

const ids = { phoneNumberId: '106540352242922', businessAccountId: '102290129340398' }
const { summaries } = exampleEvent.data as unknown as Incoming
const number = { ...summaries.number, phone: '+15550000001', ...ids }
const around = { summaries: { ...summaries, number } }
const from = { phone: '+4915112345678', name: 'Ada' }
const providerId = 'wamid.HBgNNDkxNTExMjM0NTY3OBUCABIYFDNB'
const other = 'msg_01k5v2s8xgf9hb3m4q7r8t9w0z' as const
const { message: _text, ...bare } = { ...exampleEvent.data, ...around, from, providerId } as unknown as Incoming

const incoming = (content: object) => ({ ...bare, ...content }) as Incoming
const outgoing = (content: object) =>
  ({ ...exampleMessage, ...around, providerId, reference: 'order-7', ...content }) as unknown as Incoming
const at = exampleMessage.createdAt
const media = { kind: 'voice', providerId: '1479537139650973', mime: 'audio/ogg; codecs=opus', sha256: 'q83v' }
const message = (content: object) => ({ messages: [content] })
const quoted = { id: other, direction: 'out', type: 'text', message: 'Which?', at }

/** Events, with the content that the `value` of their callback must include. */
const events: readonly [name: string, event: string, data: object, value: object][] = [
  [
    'a text that replies to a message of ours',
    'message:in',
    incoming({ type: 'text', message: 'Hi', quote: other, summaries: { ...around.summaries, quoted } }),
    {
      contacts: [{ profile: { name: 'Ada' }, wa_id: '4915112345678' }],
      ...message({
        from: '4915112345678',
        id: providerId,
        type: 'text',
        text: { body: 'Hi' },
        context: { from: '15550000001', id: wamidOf(other) },
      }),
    },
  ],
  [
    'a text that replies to a message that came in',
    'message:in',
    incoming({
      type: 'text',
      message: 'Hi',
      quote: other,
      summaries: { ...around.summaries, quoted: { ...quoted, direction: 'in' }, quotedProviderId: 'wamid.OLD' },
    }),
    message({ context: { from: '4915112345678', id: 'wamid.OLD' } }),
  ],
  [
    'a voice note',
    'message:in',
    incoming({ type: 'voice', media }),
    message({
      type: 'audio',
      audio: { id: expect.stringMatching(/^\d{39,40}$/), mime_type: media.mime, sha256: 'q83v', voice: true },
    }),
  ],
  [
    'a tapped button',
    'message:in',
    incoming({ type: 'reply', message: 'Yes', reply: { kind: 'button', id: 'y', text: 'Yes' } }),
    message({ type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } } }),
  ],
  [
    'a chosen row',
    'message:in',
    incoming({ type: 'reply', message: 'Tea', reply: { kind: 'list', id: 't', text: 'Tea', description: 'Green' } }),
    message({ interactive: { type: 'list_reply', list_reply: { id: 't', title: 'Tea', description: 'Green' } } }),
  ],
  [
    'a tapped button of a template',
    'message:in',
    incoming({ type: 'reply', message: 'Stop', reply: { kind: 'template', id: 'stop', text: 'Stop' } }),
    message({ type: 'button', button: { payload: 'stop', text: 'Stop' } }),
  ],
  [
    'a place',
    'message:in',
    incoming({ type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } }),
    message({ type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } }),
  ],
  [
    'a contact card',
    'message:in',
    incoming({
      type: 'contacts',
      contacts: [
        {
          name: 'Ada',
          names: { first: 'Ada' },
          phones: ['+4915112345678', '110'],
          phoneDetails: [
            { phone: '+4915112345678', whatsapp: true, type: 'CELL' },
            { phone: '110', whatsapp: false },
          ],
        },
      ],
    }),
    message({
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ada', first_name: 'Ada' },
          phones: [{ phone: '+4915112345678', wa_id: '4915112345678', type: 'CELL' }, { phone: '110' }],
        },
      ],
    }),
  ],
  [
    'an order',
    'message:in',
    incoming({
      type: 'order',
      purchase: { catalogId: '14', items: [{ productId: 'lamp-7', quantity: 2, price: 9.5, currency: 'EUR' }] },
    }),
    message({
      type: 'order',
      order: {
        catalog_id: '14',
        product_items: [{ product_retailer_id: 'lamp-7', quantity: 2, item_price: 9.5, currency: 'EUR' }],
      },
    }),
  ],
  [
    'a reaction to a message of ours',
    'message:reaction',
    outgoing({ status: 'read', emoji: '👍', reactedBy: { phone: '+4915112345678' } }),
    message({ type: 'reaction', reaction: { message_id: wamidOf(exampleMessage.id), emoji: '👍' } }),
  ],
  [
    'a removed reaction to a message that came in',
    'message:reaction',
    incoming({ type: 'text', message: 'Hi', emoji: '', reactedBy: from }),
    message({ type: 'reaction', reaction: { message_id: providerId } }),
  ],
  [
    'an edit',
    'message:updated',
    incoming({ type: 'text', message: 'Bye', change: 'edited' }),
    message({ type: 'edit', edit: { original_message_id: providerId } }),
  ],
  [
    'that a message was sent',
    'message:out',
    outgoing({
      status: 'sent',
      statusAt: { sent: at },
      pricing: { billable: true, model: 'PMP', category: 'service' },
    }),
    {
      statuses: [
        {
          id: wamidOf(exampleMessage.id),
          status: 'sent',
          timestamp: String(Math.floor(Date.parse(at) / 1000)),
          recipient_id: '4915112345678',
          biz_opaque_callback_data: 'order-7',
          pricing: { billable: true, pricing_model: 'PMP', category: 'service' },
        },
      ],
    },
  ],
  [
    'that it was read',
    'message:ack',
    outgoing({ status: 'read', ack: 'read', statusAt: { read: at } }),
    { statuses: [{ id: wamidOf(exampleMessage.id), status: 'read' }] },
  ],
  [
    'that it failed',
    'message:failed',
    outgoing({
      status: 'failed',
      error: { errorCode: 'window:closed', message: 'The window is closed.', retryable: false },
    }),
    { statuses: [{ status: 'failed', errors: [{ code: 131047, error_data: { details: 'The window is closed.' } }] }] },
  ],
]

type Callback = { object: string; entry: { id: string; changes: { field: string; value: object }[] }[] }

describe('a webhook in the form of the provider', () => {
  it.each(events)(
    'tells of %s as the provider does, with a signature of the secret',
    async (_name, kind, data, value) => {
      await using receiver = await startReceiver()
      const fixture = createFixture(service)
      const { signingSecret } = await fixture.webhook(receiver.url, { format: 'graph', events: ['messages'] })
      await service.bus.publish(
        busEvent({ event: kind as 'message:in', workspace: fixture.workspace, data: data as never }),
      )
      const { body, json, headers } = await until(() => receiver.requests[0])
      const callback = json as Callback
      assertCallback(callback)
      expect(callback).toMatchObject({
        object: 'whatsapp_business_account',
        entry: [{ id: ids.businessAccountId, changes: [{ field: 'messages' }] }],
      })
      expect(callback.entry[0]?.changes[0]?.value).toMatchObject({
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550000001', phone_number_id: ids.phoneNumberId },
        ...value,
      })
      const hmac = createHmac('sha256', signingSecret).update(body).digest('hex')
      expect(headers['x-hub-signature-256']).toBe(`sha256=${hmac}`)
    },
  )

  it('is made when its receiver answers the challenge with the verify token, and not otherwise', async () => {
    const asked: string[] = []
    await using receiver = await startReceiver({
      respond: ({ path }) => {
        asked.push(path)
        const query = new URL(path, 'http://receiver').searchParams
        const isRight = query.get('hub.verify_token') === 'x8Kq2mZ7' && query.get('hub.mode') === 'subscribe'
        if (query.get('hub.verify_token') === 'page') return { body: '<html>' }
        return isRight ? { body: query.get('hub.challenge') ?? '' } : { status: 403 }
      },
    })
    const fixture = createFixture(service)
    const graph = { format: 'graph', events: ['messages'] }
    const url = `${receiver.url}/webhooks/whatsapp/+15550000001?inbox=1`
    const refusal = (at: string, verifyToken: string) => fixture.webhook(at, { ...graph, verifyToken }).catch(String)
    expect(await refusal(url, 'wrong')).toMatch(
      /url: does not answer .* with 200, but with 403; is the verifyToken right/,
    )
    expect(await refusal(`${receiver.url}/page`, 'page')).toMatch(/with its challenge as the only text/)
    expect(await refusal('http://127.0.0.1:9/', 'x')).toMatch(/does not answer .* \(\w+: .*\)/)
    expect((await fixture.webhook(url, { ...graph, verifyToken: 'x8Kq2mZ7' })).format).toBe('graph')
    expect(asked.at(-1)).toContain('inbox=1&hub.mode=subscribe')
    await expect(fixture.webhook(receiver.url, { verifyToken: 'x' })).rejects.toThrow('is not allowed with format')
    await expect(fixture.webhook(receiver.url, { ...graph, events: ['message:in'] })).rejects.toThrow('is not a field')
  })

  it('gets nothing of events that the provider has no callback for', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    await fixture.webhook(receiver.url, { format: 'graph', events: ['messages'] })
    const publish = (event: string, data: object) =>
      service.bus.publish(busEvent({ event: event as 'message:in', workspace: fixture.workspace, data: data as never }))
    await publish('message:updated', incoming({ type: 'image', media, change: 'media' }))
    await publish('message:reaction', outgoing({ emoji: '👍', reactedBy: { via: 'app' } }))
    await publish('message:in', incoming({ type: 'text', message: 'Last' }))
    await until(() => receiver.requests.length > 0)
    expect(receiver.requests).toHaveLength(1)
  })
})

it.each([
  ['graph', 'account_update', { entry: [{ changes: [{ field: 'account_update' }] }] }],
  ['graph', 'smb_message_echoes', { entry: [{ changes: [{ field: 'smb_message_echoes' }] }] }],
  ['dialect', 'message:out:ack', { event: 'message:out:ack', object: 'message' }],
])('a webhook in the format %s for %s gets a sample of that event, and of no other', async (format, name, sample) => {
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  const { id } = await fixture.webhook(receiver.url, { format, events: [name] })
  const { test } = fixture.api().webhooks
  await expect(test.mutate({ id }, fixture.as())).rejects.toThrow(
    `event: has no sample that this webhook gets; its events are ${name}`,
  )
  await test.mutate({ id, event: name }, fixture.as())
  expect(receiver.requests.map(({ json }) => json)).toMatchObject([sample])
})
