import { hasDocument, sendExamples } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { waIdOf } from '../state/numbers.ts'
import { GraphRefusal } from './reply.ts'
import { readReceiptBody, readRecipient, readSendBody } from './send.ts'

const envelope = { messaging_product: 'whatsapp', to: '+4915112345678' }
const interactive = (content: object) => ({
  type: 'interactive',
  interactive: { body: { text: 'Choose' }, ...content },
})
const button = (id: string, title = id) => ({ type: 'reply', reply: { id, title } })
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}`, title: `Row ${n}` }))

const section = (count: number, title?: string) => ({
  ...(title && { title }),
  product_items: Array.from({ length: count }, (_, n) => ({ product_retailer_id: `p${n}` })),
})
const products = (...sections: object[]) =>
  interactive({ type: 'product_list', header: { type: 'text', text: 'Lamps' }, action: { catalog_id: '14', sections } })
const catalog = (action: object) => interactive({ type: 'catalog_message', action })

const refusalOf = (body: object): { code: number; details: string } | undefined => {
  try {
    readSendBody(JSON.parse(JSON.stringify(body)))
    return undefined
  } catch (error) {
    return error instanceof GraphRefusal
      ? { code: error.code, details: error.details }
      : { code: -1, details: String(error) }
  }
}

describe('a body that sends', () => {
  it.each([
    ['a text of 4096 characters', { type: 'text', text: { body: 'x'.repeat(4096) } }],
    ['a text without type', { text: { body: 'Hi' } }],
    ['a reply', { text: { body: 'Hi' }, context: { message_id: 'wamid.A' } }],
    ['an image by link', { type: 'image', image: { link: 'https://example.com/a.png', caption: 'x'.repeat(1024) } }],
    ['a voice note', { type: 'audio', audio: { id: '1', voice: true } }],
    ['a location in text', { type: 'location', location: { latitude: '52.5', longitude: '13.4' } }],
    ['three buttons', interactive({ type: 'button', action: { buttons: ['a', 'b', 'c'].map((id) => button(id)) } })],
    ['a list of ten rows', interactive({ type: 'list', action: { button: 'Go', sections: [{ rows: rows(10) }] } })],
    ['buttons in capitals', interactive({ type: 'BUTTON', action: { buttons: [button('a')] } })],
    ['a list in capitals', interactive({ type: 'LIST', action: { button: 'Go', sections: [{ rows: rows(1) }] } })],
    ['contacts as JSON in a string', { type: 'contacts', contacts: '[{"name":{"formatted_name":"Ada"}}]' }],
    ['30 products in two sections', products(section(15, 'A'), section(15, 'B'))],
    ['a catalog', catalog({ name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'p' } })],
    [
      'a product without text',
      { type: 'interactive', interactive: { type: 'product', action: { catalog_id: '14', product_retailer_id: 'p' } } },
    ],
    ['a removed reaction', { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '' } }],
  ])('is taken: %s', (_name, content) => {
    expect(refusalOf({ ...envelope, ...content })).toBeUndefined()
  })

  it.each([
    ['no messaging_product', { messaging_product: undefined, text: { body: 'Hi' } }, 131008, 'messaging_product'],
    ['no content', { type: 'text' }, 131008, "'text'"],
    ['no body of the text', { type: 'text', text: {} }, 131008, 'text.body'],
    ['an empty text', { type: 'text', text: { body: '' } }, 131009, 'text.body'],
    ['4097 characters', { type: 'text', text: { body: 'x'.repeat(4097) } }, 131009, 'text.body'],
    ['a number as text', { type: 'text', text: { body: 7 } }, 131009, 'text.body'],
    ['an unknown key', { type: 'text', text: { body: 'Hi' }, urgent: true }, 100, "'urgent'"],
    ['a camelCase key', { type: 'text', text: { body: 'Hi', previewUrl: true } }, 100, "'previewUrl'"],
    ['a second content', { type: 'text', text: { body: 'Hi' }, image: { id: '1' } }, 100, "'image'"],
    ['a poll', { type: 'poll', poll: { name: 'Lunch?' } }, 131009, 'poll'],
    ['a type that is no word', { type: 7, text: { body: 'Hi' } }, 131009, '7'],
    ['a capital type', { type: 'TEXT', text: { body: 'Hi' } }, 131009, 'TEXT'],
    ['another product', { messaging_product: 'messenger', text: { body: 'Hi' } }, 131009, 'messaging_product'],
    [
      'a tag of 513 characters',
      { text: { body: 'Hi' }, biz_opaque_callback_data: 'x'.repeat(513) },
      131009,
      'biz_opaque',
    ],
    ['id and link together', { type: 'image', image: { id: '1', link: 'https://example.com/a.png' } }, 131009, 'image'],
    ['neither id nor link', { type: 'image', image: { caption: 'x' } }, 131009, 'image'],
    ['audio with a caption', { type: 'audio', audio: { id: '1', caption: 'x' } }, 100, "'caption'"],
    [
      'four buttons',
      interactive({ type: 'button', action: { buttons: ['a', 'b', 'c', 'd'].map((id) => button(id)) } }),
      131009,
      'buttons',
    ],
    [
      'two buttons of one title',
      interactive({ type: 'button', action: { buttons: [button('a', 'Yes'), button('b', 'Yes')] } }),
      131009,
      'titles',
    ],
    [
      'a list action under type button',
      interactive({ type: 'button', action: { button: 'Go', sections: [{ rows: rows(1) }] } }),
      131008,
      'buttons',
    ],
    [
      '11 rows in two sections',
      interactive({
        type: 'list',
        action: {
          button: 'Go',
          sections: [
            { title: 'A', rows: rows(6) },
            { title: 'B', rows: rows(5) },
          ],
        },
      }),
      131009,
      '10 rows',
    ],
    ['31 products in two sections', products(section(15, 'A'), section(16, 'B')), 131009, '30 products'],
    ['two sections of products without titles', products(section(1), section(1)), 131009, 'title'],
    [
      'products without a header',
      interactive({ type: 'product_list', action: { catalog_id: '14', sections: [section(1)] } }),
      131008,
      'header',
    ],
    [
      'a product without its catalog',
      interactive({ type: 'product', action: { product_retailer_id: 'p' } }),
      131008,
      'catalog_id',
    ],
    [
      'a header above a product',
      interactive({
        type: 'product',
        header: { type: 'text', text: 'Lamp' },
        action: { catalog_id: '14', product_retailer_id: 'p' },
      }),
      100,
      "'header'",
    ],
    ['a catalog without its image', catalog({ name: 'catalog_message', parameters: {} }), 131008, 'thumbnail'],
    [
      'an unknown parameter of a catalog',
      catalog({ name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'p', thumbnail: 'p' } }),
      100,
      "'thumbnail'",
    ],
    ['a contact without a name', { type: 'contacts', contacts: [{ phones: [{ phone: '+1' }] }] }, 131008, 'name'],
    ['a template without language', { type: 'template', template: { name: 'hello' } }, 131008, 'language'],
    ['a latitude of 91', { type: 'location', location: { latitude: 91, longitude: 0 } }, 131009, 'latitude'],
  ] as const)('is refused with %s', (...[, content, code, details]) => {
    const refusal = refusalOf({ ...envelope, ...content })
    expect(refusal?.code).toBe(code)
    expect(refusal?.details).toContain(details)
  })
})

describe('a read receipt', () => {
  it('has no other keys', () => {
    const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.A' }
    expect(readReceiptBody({ ...receipt, typing_indicator: { type: 'text' } })).toMatchObject(receipt)
    expect(() => readReceiptBody({ ...receipt, to: '+4915112345678' })).toThrow('100')
    expect(() => readReceiptBody({ ...receipt, status: 'delivered' })).toThrow('131009')
  })
})

/** Returns whether an example is invalid: it has placeholders for links or header types, or lacks a type. */
function isBroken(value: Record<string, unknown>): boolean {
  const placeholder = /http\(s\):|<HEADER_TYPE>/.test(JSON.stringify(value))
  return placeholder || (value.type === undefined && value.text === undefined)
}

const why = hasDocument ? '' : ' (left out: the provider document is not beside the repository)'

describe.skipIf(!hasDocument)(`the provider's own examples${why}`, () => {
  const sends = () => sendExamples().filter(({ value }) => value.status !== 'read')
  const refused = (value: Record<string, unknown>) => refusalOf({ ...value, to: '+16505551234' })

  it('are taken, but for those that are wrong in themselves', () => {
    const right = sends().filter(({ value }) => !isBroken(value))
    expect(right.flatMap(({ name, value }) => (refused(value) ? [[name, refused(value)]] : []))).toEqual([])
    expect(right.length).toBeGreaterThan(30)
  })

  it('that are wrong in themselves are refused, but for those inside templates, which only the template knows', () => {
    const wrong = sends().filter(({ value }) => isBroken(value) && value.type !== 'template')
    expect(wrong.filter(({ value }) => refused(value) === undefined)).toEqual([])
    expect(wrong.length).toBeGreaterThan(5)
  })
})

describe('a recipient', () => {
  it.each([
    ['+4915112345678', '+4915112345678'],
    ['+49 (151) 123-45678', '+4915112345678'],
    ['4915112345678', '+4915112345678'],
    ['1 (631) 555-1234', '+16315551234'],
    ['15550100002', '+15550100002'],
    ['6315551234', '+16315551234'],
  ])(
    '%s is read as %s: digits that are no whole international number get the country code of the sender',
    (input, to) => {
      expect(readRecipient({ to: input })).toEqual({ input, to, doomed: false })
    },
  )

  it('without a plus that has written before is reached, whatever its digits', () => {
    const isCustomer = (phone: string) => phone === '+6315551234'
    expect(readRecipient({ to: '6315551234' }, isCustomer).to).toBe('+6315551234')
  })

  it('in `to` wins over `recipient`', () => {
    expect(readRecipient({ to: '+4915112345678', recipient: 'US.1' }).to).toBe('+4915112345678')
  })

  it('that is a user id in `to` is reduced to digits and will not arrive', () => {
    expect(readRecipient({ to: 'US.13491208655302741918' })).toMatchObject({ to: '+134912086553027', doomed: true })
  })

  it.each([
    [{ to: 'somebody' }, '131009'],
    [{ to: '+0491511234567' }, '131009'],
    [{ to: '+12345678901234567' }, '131009'],
    [{ recipient: '+4915112345678' }, '131009'],
    [{}, '131008'],
  ])('%j is refused', (body, code) => {
    expect(() => readRecipient(body)).toThrow(code)
  })

  it.each([
    ['+525512345678', '5215512345678'],
    ['+5531987654321', '553187654321'],
    ['+5511987654321', '5511987654321'],
    ['+4915112345678', '4915112345678'],
  ])('%s is known to the provider as %s', (phone, waId) => {
    expect(waIdOf(phone)).toBe(waId)
  })
})
