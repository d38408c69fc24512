import { describe, expect, it } from 'vitest'
import { callbackExamples, hasDocument, sendExamples, violations } from './document.ts'

const why = hasDocument ? '' : ' (left out: the provider document is not beside the repository; set CLOUD_API_DOCUMENT)'
const valid = (schema: string, edition: 'corrected' | 'published') => (example: { value: unknown }) =>
  violations(schema, example.value, edition).length === 0

describe.skipIf(!hasDocument)(`the provider's document${why}`, () => {
  it('accepts none of its own examples as published, so the overlay is needed', () => {
    expect(sendExamples().filter(valid('Message', 'published'))).toHaveLength(0)
    expect(callbackExamples().filter(valid('WebhookPayload', 'published'))).toHaveLength(0)
  })

  it('accepts 42 of its 50 send examples and all 16 callbacks once corrected', () => {
    expect(sendExamples()).toHaveLength(50)
    expect(sendExamples().filter(valid('Message', 'corrected'))).toHaveLength(42)
    expect(callbackExamples()).toHaveLength(16)
    expect(callbackExamples().filter(valid('WebhookPayload', 'corrected'))).toHaveLength(16)
  })

  it.each([
    ['an unknown key', { biz: 1 }],
    ['a camelCase key', { messagingProduct: 'whatsapp' }],
    ['type poll', { type: 'poll', poll: { name: 'Lunch?' } }],
    ['id and link together', { type: 'image', text: undefined, image: { id: '1', link: 'https://example.com/a.png' } }],
    ['no target', { to: undefined }],
    ['a tag over 512 characters', { biz_opaque_callback_data: 'x'.repeat(513) }],
  ])('still refuses a request with %s', (_name, change) => {
    const body = { messaging_product: 'whatsapp', to: '+4915112345678', type: 'text', text: { body: 'Hi' } }
    expect(violations('Message', body)).toEqual([])
    expect(violations('Message', JSON.parse(JSON.stringify({ ...body, ...change })))).not.toEqual([])
  })

  it.each([
    ['a status that does not exist', { statuses: [{ id: 'wamid.A', status: 'seen', timestamp: '1' }] }],
    ['a status without an id', { statuses: [{ status: 'sent', timestamp: '1' }] }],
    ['a message without a time', { contacts: [], messages: [{ id: 'wamid.A', type: 'text', text: { body: 'Hi' } }] }],
    ['a text without a body', { contacts: [], messages: [{ id: 'wamid.A', timestamp: '1', type: 'text', text: {} }] }],
  ])('refuses a callback with %s', (_name, content) => {
    const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }
    const value = { messaging_product: 'whatsapp', metadata, ...content }
    const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
    expect(violations('WebhookPayload', body)).not.toEqual([])
  })
})
