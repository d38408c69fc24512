export const link = 'https://example.com/a.jpg'
export const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
/** An interactive message in the provider's format. */
export const interactive = (type: string, content: object) => ({
  type: 'interactive',
  interactive: { type, ...content },
})
export const body = { text: 'Which?' }
const rows = [{ id: 'a', title: 'Tea', description: 'Green' }]
export const flow = {
  name: 'flow',
  parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Book', flow_action: 'navigate', flow_token: 't' },
}
/** A card of a carousel, in the provider's format. */
export const card = (index: number) => ({
  card_index: index,
  type: 'cta_url',
  header: { type: 'image', image: { link } },
  body: { text: 'A lamp' },
  action: { name: 'cta_url', parameters: { display_text: 'See', url: 'https://example.com' } },
})
const address = { name: 'address_message', parameters: { country: 'IN' } }
const permission = { name: 'call_permission_request' }
const colleague = {
  name: { formatted_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
  phones: [{ phone: '+4915112345678', type: 'WORK' }],
  org: { company: 'Engines', department: 'Analysis' },
}
/** The message in our API for a kind that it has no fields for: the content in the provider's format. */
const native = (type: string, content: unknown) => ({ native: { type, content } })
const list = { button: 'Choose', sections: [{ rows }] }

/** Every kind of message in the provider's documentation, with the equivalent message in our API. */
export const kinds: readonly [name: string, graph: object, direct: object][] = [
  ['a text', { type: 'text', text: { body: 'Hi', preview_url: true } }, { message: 'Hi', previewUrl: true }],
  ['a text without a type', { text: { body: 'Hi' } }, { message: 'Hi' }],
  ['an image', { type: 'image', image: { link, caption: 'Look' } }, { media: { url: link }, message: 'Look' }],
  [
    'a video',
    { type: 'video', video: { link: 'https://example.com/a.mp4' } },
    { media: { url: 'https://example.com/a.mp4' } },
  ],
  [
    'a voice note',
    { type: 'audio', audio: { link: 'https://example.com/a.ogg', voice: true } },
    { media: { url: 'https://example.com/a.ogg', kind: 'voice' } },
  ],
  [
    'sound',
    { type: 'audio', audio: { link: 'https://example.com/a.mp3' } },
    { media: { url: 'https://example.com/a.mp3' } },
  ],
  [
    'a document',
    { type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'bill.pdf', caption: 'Yours' } },
    { media: { url: 'https://example.com/a.pdf', filename: 'bill.pdf' }, message: 'Yours' },
  ],
  [
    'a sticker',
    { type: 'sticker', sticker: { link: 'https://example.com/a.webp' } },
    { media: { url: 'https://example.com/a.webp' } },
  ],
  [
    'media that only the provider knows',
    { type: 'image', image: { id: '1479537139650973' } },
    native('image', { id: '1479537139650973' }),
  ],
  [
    'a place',
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main Street 1' } },
    { location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main Street 1' } },
  ],
  ['a contact card', { type: 'contacts', contacts: [colleague] }, native('contacts', [colleague])],
  [
    'buttons',
    interactive('button', {
      header: { type: 'image', image: { link } },
      body,
      footer: { text: 'Shop' },
      action: { buttons: [reply('t', 'Tea'), reply('c', 'Coffee')] },
    }),
    {
      message: 'Which?',
      header: { media: { url: link } },
      footer: 'Shop',
      buttons: [
        { id: 't', text: 'Tea' },
        { id: 'c', text: 'Coffee' },
      ],
    },
  ],
  ['a list', interactive('list', { body, action: list }), { message: 'Which?', list }],
  [
    'a link button',
    interactive('cta_url', {
      body,
      action: { name: 'cta_url', parameters: { display_text: 'See', url: 'https://example.com/t' } },
    }),
    { message: 'Which?', buttons: [{ text: 'See', url: 'https://example.com/t' }] },
  ],
  [
    'the question for a place',
    interactive('location_request_message', { body, action: { name: 'send_location' } }),
    { message: 'Which?', location: { request: true } },
  ],
  [
    'a product',
    interactive('product', { body, action: { catalog_id: '14', product_retailer_id: 'lamp-7' } }),
    { message: 'Which?', product: { catalogId: '14', productId: 'lamp-7' } },
  ],
  [
    'products',
    interactive('product_list', {
      header: { type: 'text', text: 'Lamps' },
      body,
      action: { catalog_id: '14', sections: [{ title: 'New', product_items: [{ product_retailer_id: 'lamp-7' }] }] },
    }),
    {
      message: 'Which?',
      header: 'Lamps',
      products: { catalogId: '14', sections: [{ title: 'New', productIds: ['lamp-7'] }] },
    },
  ],
  [
    'a catalog',
    interactive('catalog_message', {
      body,
      action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'lamp-7' } },
    }),
    { message: 'Which?', catalog: { thumbnailProductId: 'lamp-7' } },
  ],
  [
    'a template with components',
    {
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US', policy: 'deterministic' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '12' }] },
        ],
      },
    },
    {
      template: {
        name: 'order_update',
        language: 'en_US',
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
          { type: 'button', subType: 'url', index: 0, parameters: [{ type: 'text', text: '12' }] },
        ],
      },
    },
  ],
  ...(
    [
      ['a flow', 'flow', { body, action: flow }],
      ['a carousel', 'carousel', { body, action: { cards: [card(0), card(1)] } }],
      ['an address message', 'address_message', { body, action: address }],
      ['a request for permission to call', 'call_permission_request', { body, action: permission }],
      ['a kind that nobody knows yet', 'voice_call', { body, action: { name: 'voice_call', parameters: { any: 1 } } }],
    ] as const
  ).map(
    ([name, type, rest]) =>
      [name, interactive(type, rest), native('interactive', { type, ...rest })] satisfies [string, object, object],
  ),
]
