import { describe, expect, it } from 'vitest'
import type { StoredContent } from '../entities/chat.ts'
import { acceptContent } from './accept.ts'
import { outboundContent, postContentOf } from './outbound.ts'

const message = { type: 'buttons', body: 'Which one?', previewUrl: null, toGroup: false, quotedProviderId: null }
const buttons = [{ text: 'Tea' }]
const file = 'file_01k5v2s8xgf9hb3m4q7r8t9w0y'

describe('what is above buttons', () => {
  it.each([
    ['text', 'Shop', 'Shop'],
    [
      'an uploaded image',
      { media: { kind: 'image', file, filename: 'a.jpg' } },
      { type: 'image', source: { id: '99' } },
    ],
    [
      'an uploaded document with its name',
      { media: { kind: 'document', file, filename: 'a.pdf' } },
      { type: 'document', source: { id: '99' }, filename: 'a.pdf' },
    ],
  ])('is sent: %s', (_, header, sent) => {
    const content = { buttons, header }
    expect(outboundContent({ ...message, content, mediaIds: new Map([[file, '99']]) })).toMatchObject({
      type: 'buttons',
      header: sent,
    })
  })

  it('is fetched by the provider where it has an address, and can be asked for again as it was', () => {
    const header = { media: { kind: 'video', url: 'https://example.com/a.mp4' } }
    const content = { buttons, header }
    expect(outboundContent({ ...message, content })).toMatchObject({
      header: { type: 'video', source: { link: 'https://example.com/a.mp4' } },
    })
    expect(postContentOf({ body: 'Which one?', previewUrl: null, content })).toEqual({
      message: 'Which one?',
      ...content,
    })
  })
})

it.each<[string, { body: string | null; content: StoredContent }, object]>([
  [
    'a product without text',
    { body: null, content: { product: { catalogId: '14', productId: 'lamp-7' } } },
    { type: 'product', catalogId: '14', productId: 'lamp-7' },
  ],
  [
    'products',
    {
      body: 'Which?',
      content: {
        products: { catalogId: '14', sections: [{ productIds: ['lamp-7'] }] },
        header: 'Lamps',
        footer: 'Shop',
      },
    },
    {
      type: 'products',
      text: 'Which?',
      header: 'Lamps',
      footer: 'Shop',
      catalogId: '14',
      sections: [{ productIds: ['lamp-7'] }],
    },
  ],
  [
    'a catalog',
    { body: 'All of it', content: { catalog: { thumbnailProductId: 'lamp-7' } } },
    { type: 'catalog', text: 'All of it', thumbnailProductId: 'lamp-7' },
  ],
])(
  'the provider gets all that was stored, and it can be asked for again as it was: %s',
  (_, { body, content }, sent) => {
    const type = Object.keys(content)[0] ?? ''
    expect(outboundContent({ ...message, type, body, content })).toEqual(sent)
    expect(postContentOf({ body, previewUrl: null, content })).toEqual({ ...(body && { message: body }), ...content })
  },
)

describe('the name of a document', () => {
  const stored = { id: file, kind: 'document', mime: 'application/pdf', filename: 'Offer.pdf', sha256: 'x' }
  const inTemplate = (more: object) => ({
    template: {
      name: 'offer',
      language: 'en',
      components: [{ type: 'header' as const, parameters: [{ type: 'document' as const, file, ...more }] }],
    },
  })
  it.each<[string, (named: { filename?: string }) => object]>([
    ['as content', (named) => ({ media: { file, ...named } })],
    ['above buttons', (named) => ({ message: 'Well?', buttons, header: { media: { file, ...named } } })],
    ['in a template', (named) => inTemplate(named)],
  ])('is the one that the message gives it, else the one of the file: %s', (_, inputOf) => {
    const shown = [{ filename: 'Your offer.pdf' }, {}].map((named) => {
      const accepted = acceptContent(inputOf(named), [stored])
      const sent = outboundContent({ ...message, ...accepted, mediaIds: new Map([[file, '99']]) })
      return /"filename":"([^"]*)"/.exec(JSON.stringify(sent))?.[1]
    })
    expect(shown).toEqual(['Your offer.pdf', 'Offer.pdf'])
  })
})
