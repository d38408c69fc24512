import { eventCatalog } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { incomingContent } from './callback-content.ts'

const schema = eventCatalog['provider:message'].data.shape.content
const file = { id: '99', mime_type: 'image/jpeg', sha256: 'c2hh', url: 'https://example.com/x' }

describe('the content of a message', () => {
  it.each<[string, unknown, object]>([
    ['text', { body: 'Hi' }, { type: 'text' }],
    [
      'image',
      { ...file, caption: 'Look' },
      { type: 'image', media: { kind: 'image', providerId: '99', mime: 'image/jpeg', sha256: 'c2hh' } },
    ],
    ['video', file, { type: 'video', media: { kind: 'video', providerId: '99' } }],
    ['audio', { ...file, voice: true }, { type: 'voice', media: { kind: 'voice' } }],
    ['audio', file, { type: 'audio' }],
    ['document', { ...file, filename: 'a.pdf' }, { type: 'document', media: { filename: 'a.pdf' } }],
    ['sticker', { ...file, animated: true }, { type: 'sticker', media: { animated: true } }],
    [
      'location',
      { latitude: '52.5', longitude: 13 },
      { type: 'location', location: { latitude: 52.5, longitude: 13 } },
    ],
    [
      'location',
      { latitude: 1, longitude: 2, url: 'https://example.com/place' },
      { type: 'location', location: { url: 'https://example.com/place' } },
    ],
    [
      'contacts',
      [{ name: { formatted_name: 'Ada' }, phones: [{ phone: '+49 151 1', wa_id: '491511234567' }] }],
      { type: 'contacts', contacts: [{ name: 'Ada', phones: ['+491511234567'] }] },
    ],
    [
      'contacts',
      [
        {
          name: { formatted_name: 'Ada Byron', first_name: 'Ada', last_name: 'Byron' },
          phones: [
            { phone: '+49 151 1', wa_id: '491511234567', type: 'CELL' },
            { phone: '+49 30 1234567', type: 'WORK' },
          ],
          emails: [{ email: 'a@example.com', type: 'HOME' }, { email: 'b@example.com' }],
          urls: [{ url: 'https://example.com' }, { url: 'https://example.org', type: 'WORK' }],
          addresses: [
            { street: '1 Main St', city: 'London', zip: 'N1', country: 'UK', country_code: 'gb', type: 'HOME' },
          ],
          org: { company: 'Engines', department: 'Notes', title: 'Countess' },
          birthday: '1815-12-10',
          vcard: 'BEGIN:VCARD',
        },
      ],
      {
        contacts: [
          {
            name: 'Ada Byron',
            names: { first: 'Ada', last: 'Byron' },
            phones: ['+491511234567', '+49301234567'],
            phoneDetails: [
              { phone: '+491511234567', whatsapp: true, type: 'CELL' },
              { phone: '+49301234567', whatsapp: false, type: 'WORK' },
            ],
            email: 'a@example.com',
            emails: [{ email: 'a@example.com', type: 'HOME' }, { email: 'b@example.com' }],
            url: 'https://example.com',
            urls: [{ url: 'https://example.com' }, { url: 'https://example.org', type: 'WORK' }],
            addresses: [
              { street: '1 Main St', city: 'London', zip: 'N1', country: 'UK', countryCode: 'gb', type: 'HOME' },
            ],
            organization: 'Engines',
            department: 'Notes',
            jobTitle: 'Countess',
            birthday: '1815-12-10',
            vcard: 'BEGIN:VCARD',
          },
        ],
      },
    ],
    [
      'reaction',
      { message_id: 'wamid.A', emoji: '👍' },
      { type: 'reaction', about: { providerId: 'wamid.A', emoji: '👍' } },
    ],
    ['reaction', { message_id: 'wamid.A' }, { type: 'reaction', about: { providerId: 'wamid.A', emoji: '' } }],
    [
      'interactive',
      { type: 'button_reply', button_reply: { id: 'b', title: 'Tea' } },
      { type: 'reply', reply: { kind: 'button', id: 'b', text: 'Tea' } },
    ],
    [
      'interactive',
      { type: 'list_reply', list_reply: { id: 'r', title: 'Tea', description: 'hot' } },
      { type: 'reply', reply: { kind: 'list', id: 'r', text: 'Tea', description: 'hot' } },
    ],
    [
      'interactive',
      { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' } },
      { type: 'reply', reply: { kind: 'form', id: 'flow', text: 'Sent', data: '{"a":1}' } },
    ],
    ['interactive', { type: 'x_reply' }, { type: 'unsupported', unsupported: 'x_reply' }],
    [
      'interactive',
      {
        type: 'call_permission_reply',
        call_permission_reply: {
          response: 'accept',
          is_permanent: false,
          expiration_timestamp: 1749416383,
          response_source: 'user_action',
        },
      },
      {
        type: 'call_permission',
        callPermission: {
          response: 'accept',
          permanent: false,
          expiresAt: '2025-06-08T20:59:43.000Z',
          source: 'user_action',
        },
      },
    ],
    ['interactive', { type: 'call_permission_reply' }, { callPermission: { response: 'unknown' } }],
    ['button', { payload: 'p', text: 'Yes' }, { type: 'reply', reply: { kind: 'template', id: 'p', text: 'Yes' } }],
    [
      'order',
      { catalog_id: 'c', product_items: [{ product_retailer_id: 'p', quantity: 2, item_price: 9.5, currency: 'EUR' }] },
      {
        type: 'order',
        purchase: { catalogId: 'c', items: [{ productId: 'p', quantity: 2, price: 9.5, currency: 'EUR' }] },
      },
    ],
    [
      'system',
      { body: 'Ada changed', type: 'user_changed_number', wa_id: '491511234567' },
      { type: 'system', system: { event: 'user_changed_number', phone: '+491511234567' } },
    ],
    [
      'system',
      { body: 'Ada changed', type: 'user_changed_number', new_wa_id: '491511234567' },
      { type: 'system', system: { event: 'user_changed_number', phone: '+491511234567' } },
    ],
    [
      'edit',
      { original_message_id: 'wamid.A', message: { type: 'text', text: { body: 'New' } } },
      { type: 'edit', about: { providerId: 'wamid.A', text: 'New' } },
    ],
    [
      'edit',
      { original_message_id: 'wamid.A', message: { type: 'image', image: { id: '9' } } },
      { type: 'edit', about: { providerId: 'wamid.A' } },
    ],
    ['edit', { original_message_id: 'wamid.A' }, { type: 'unsupported', unsupported: 'edit' }],
    ['edit', { original_message_id: 'wamid.A', message: { type: 'text' } }, { type: 'unsupported' }],
    ['revoke', { original_message_id: 'wamid.A' }, { type: 'revoke', about: { providerId: 'wamid.A' } }],
    ['unsupported', { type: 'poll_creation' }, { type: 'unsupported', unsupported: 'poll_creation' }],
    ['ephemeral', undefined, { type: 'unsupported', unsupported: 'ephemeral' }],
    ['toString', undefined, { type: 'unsupported', unsupported: 'toString' }],
  ])('is read: %s %j', (type, value, expected) => {
    const content = incomingContent({ type, [type]: value }, type)
    expect(content).toMatchObject(expected)
    expect(schema.safeParse(content).error).toBeUndefined()
  })

  it('comes with the product that the customer asks about', () => {
    const context = { from: '1', id: 'wamid.Q', referred_product: { catalog_id: 'c', product_retailer_id: 'p' } }
    expect(incomingContent({ type: 'text', text: { body: 'Hi' }, context }, 'text')).toEqual({
      type: 'text',
      product: { catalogId: 'c', productId: 'p' },
    })
  })

  it('comes with the media and the greeting of its ad', () => {
    const referral = {
      source_url: 'https://example.com/ad',
      media_type: 'video',
      video_url: 'https://example.com/v',
      thumbnail_url: 'https://example.com/t',
      welcome_message: { text: 'Hi!' },
    }
    expect(incomingContent({ type: 'text', text: { body: 'Hi' }, referral }, 'text').referral).toEqual({
      url: 'https://example.com/ad',
      mediaUrl: 'https://example.com/v',
      mediaType: 'video',
      videoUrl: 'https://example.com/v',
      thumbnailUrl: 'https://example.com/t',
      welcomeMessage: 'Hi!',
    })
  })

  it('that the provider does not hand over has its reasons', () => {
    const errors = [{ code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } }]
    expect(incomingContent({ type: 'unsupported', errors, unsupported: { type: 'pin' } }, 'unsupported')).toMatchObject(
      {
        type: 'unsupported',
        unsupported: 'pin',
        providerErrors: [{ code: 131051, title: 'Message type unknown', details: 'Not supported.' }],
      },
    )
  })

  it('comes with the ad that led to it and with the mark of a forwarded message', () => {
    const referral = { source_url: 'https://example.com/ad', source_id: '1', source_type: 'ad' }
    const item = { type: 'text', text: { body: 'Hi' }, context: { forwarded: true }, referral }
    expect(incomingContent(item, 'text')).toEqual({
      type: 'text',
      forwarded: true,
      referral: { url: 'https://example.com/ad', id: '1', type: 'ad' },
    })
  })

  it.each(['image', 'location', 'contacts', 'interactive', 'order', 'system', 'reaction', 'edit', 'revoke', 'button'])(
    'is never lost for being of a wrong form: %s',
    (type) => {
      for (const value of [null, 7, 'x', [], [[]], { id: {}, type: [], phones: 'x', product_items: [3] }]) {
        const content = incomingContent({ type, [type]: value, context: 3, referral: 'x' }, type)
        expect(schema.safeParse(content).error).toBeUndefined()
      }
    },
  )
})
