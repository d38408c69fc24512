import { assertSendRequest } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { type OutboundContent, sendBody } from './send-body.ts'

const to = { to: '+4915112345678', callbackTag: 'msg_1:1' }
const link = 'https://example.com/a.bin'
const product = { catalogId: '14', productId: 'lamp-7' }
const framed = { text: 'Which one?', header: 'Shop', footer: 'Reply any time' }

const contents: [string, OutboundContent, Record<string, unknown>][] = [
  [
    'an image by link with its caption',
    { type: 'image', source: { link }, caption: 'Look' },
    { type: 'image', image: { link, caption: 'Look' } },
  ],
  ['an uploaded video', { type: 'video', source: { id: '99' } }, { type: 'video', video: { id: '99' } }],
  [
    'a document with its name',
    { type: 'document', source: { link }, filename: 'a.pdf', caption: 'Bill' },
    { type: 'document', document: { link, caption: 'Bill', filename: 'a.pdf' } },
  ],
  ['an audio', { type: 'audio', source: { link } }, { type: 'audio', audio: { link } }],
  ['a voice note', { type: 'voice', source: { link } }, { type: 'audio', audio: { link, voice: true } }],
  ['a sticker', { type: 'sticker', source: { link } }, { type: 'sticker', sticker: { link } }],
  [
    'a place',
    { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' },
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' } },
  ],
  [
    'the question for theirs',
    { type: 'location_request', text: 'Where to?' },
    { interactive: { type: 'location_request_message', action: { name: 'send_location' } } },
  ],
  [
    'contact cards',
    {
      type: 'contacts',
      contacts: [
        {
          name: 'Ada',
          phones: ['+4915112345678'],
          email: 'ada@example.com',
          organization: 'Shop',
          url: 'https://example.com',
        },
      ],
    },
    {
      contacts: [{ name: { formatted_name: 'Ada' }, phones: [{ phone: '+4915112345678' }], org: { company: 'Shop' } }],
    },
  ],
  [
    'a reaction',
    { type: 'reaction', providerId: 'wamid.IN', emoji: '👍' },
    { reaction: { message_id: 'wamid.IN', emoji: '👍' } },
  ],
  ['a reaction taken back', { type: 'reaction', providerId: 'wamid.IN', emoji: '' }, { reaction: { emoji: '' } }],
  [
    'quick replies',
    { type: 'buttons', ...framed, buttons: [{ id: 'a', text: 'Tea' }] },
    { interactive: { type: 'button', action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'Tea' } }] } } },
  ],
  [
    'an uploaded image above quick replies',
    {
      type: 'buttons',
      text: 'Which one?',
      header: { type: 'image', source: { id: '99' } },
      buttons: [{ id: 'a', text: 'Tea' }],
    },
    { interactive: { type: 'button', header: { type: 'image', image: { id: '99' } } } },
  ],
  [
    'a document with its name above a link',
    {
      type: 'link',
      text: 'Your bill',
      header: { type: 'document', source: { link }, filename: 'bill.pdf' },
      label: 'Pay',
      url: 'https://example.com/p',
    },
    { interactive: { type: 'cta_url', header: { type: 'document', document: { link, filename: 'bill.pdf' } } } },
  ],
  [
    'a video above quick replies',
    {
      type: 'buttons',
      text: 'Seen?',
      header: { type: 'video', source: { link } },
      buttons: [{ id: 'a', text: 'Yes' }],
    },
    { interactive: { header: { type: 'video', video: { link } } } },
  ],
  [
    'a link button',
    { type: 'link', ...framed, label: 'Track', url: 'https://example.com/t' },
    { interactive: { type: 'cta_url', action: { parameters: { display_text: 'Track' } } } },
  ],
  [
    'a list',
    { type: 'list', ...framed, button: 'Choose', sections: [{ title: 'Drinks', rows: [{ id: 'a', title: 'Tea' }] }] },
    { interactive: { type: 'list', action: { button: 'Choose' } } },
  ],
  [
    'a product alone',
    { type: 'product', ...product },
    { interactive: { type: 'product', action: { catalog_id: '14', product_retailer_id: 'lamp-7' } } },
  ],
  [
    'a product with text and footer',
    { type: 'product', ...product, text: 'This one', footer: 'Shop' },
    { interactive: { type: 'product', body: { text: 'This one' }, footer: { text: 'Shop' } } },
  ],
  [
    'products in sections',
    { type: 'products', ...framed, catalogId: '14', sections: [{ title: 'Lamps', productIds: ['lamp-7', 'lamp-9'] }] },
    {
      interactive: {
        type: 'product_list',
        header: { type: 'text', text: 'Shop' },
        body: { text: 'Which one?' },
        footer: { text: 'Reply any time' },
        action: {
          catalog_id: '14',
          sections: [
            { title: 'Lamps', product_items: [{ product_retailer_id: 'lamp-7' }, { product_retailer_id: 'lamp-9' }] },
          ],
        },
      },
    },
  ],
  [
    'a catalog',
    { type: 'catalog', text: 'All of it', footer: 'Shop', thumbnailProductId: 'lamp-7' },
    {
      interactive: {
        type: 'catalog_message',
        body: { text: 'All of it' },
        footer: { text: 'Shop' },
        action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'lamp-7' } },
      },
    },
  ],
  [
    'a template with parameters of every kind',
    {
      type: 'template',
      name: 'parcel',
      language: 'en_US',
      components: [
        { type: 'header', parameters: [{ type: 'image', link }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Ada', name: 'first' }] },
        { type: 'button', subType: 'quick_reply', index: 0, parameters: [{ type: 'payload', text: 'yes' }] },
      ],
    },
    { template: { name: 'parcel', language: { code: 'en_US' }, components: [{}, {}, { sub_type: 'quick_reply' }] } },
  ],
  [
    'a template with an uploaded document above it',
    {
      type: 'template',
      name: 'bill',
      language: 'en',
      components: [{ type: 'header', parameters: [{ type: 'document', id: '99', filename: 'bill.pdf' }] }],
    },
    {
      template: {
        components: [
          { type: 'header', parameters: [{ type: 'document', document: { id: '99', filename: 'bill.pdf' } }] },
        ],
      },
    },
  ],
  [
    'a template without parameters',
    { type: 'template', name: 'parcel', language: 'en', components: [] },
    { template: { name: 'parcel' } },
  ],
]

describe('the body of a send', () => {
  it.each(contents)('keeps to the provider contract and means what was asked: %s', (_name, content, expected) => {
    const body = sendBody({ ...to, ...content })
    expect(body).toMatchObject({ to: '+4915112345678', biz_opaque_callback_data: 'msg_1:1', ...expected })
    assertSendRequest(body)
  })

  it.each(contents)('quotes with any content but a reaction: %s', (_name, content) => {
    const body = sendBody({ ...to, ...content, quotedProviderId: 'wamid.Q' })
    expect(body.context).toEqual(content.type === 'reaction' ? undefined : { message_id: 'wamid.Q' })
    assertSendRequest(body)
  })
  it.each<[string, OutboundContent]>([
    ['a text', { type: 'text', text: 'Hello all' }],
    ['an image', { type: 'image', source: { link } }],
    ['a template', { type: 'template', name: 'parcel', language: 'en', components: [] }],
  ])('goes to a group by its id: %s', (_name, content) => {
    const body = sendBody({ to: 'Y2FwaV9ncm91cDox', toGroup: true, callbackTag: 'msg_1:1', ...content })
    expect(body).toMatchObject({ recipient_type: 'group', to: 'Y2FwaV9ncm91cDox' })
    assertSendRequest(body)
  })
})
