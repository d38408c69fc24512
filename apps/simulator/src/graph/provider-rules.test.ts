import { type Bound, messaging, providerBounds } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { GraphRefusal } from './reply.ts'
import { readSendBody } from './send.ts'

const phone = '+4915112345678'
const x = (count: number) => 'x'.repeat(count)
const list = <T>(count: number, item: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => item(n))

type Sent = {
  /** Body for POST /v1/messages, without a recipient. */
  ours: object
  /** Path of the field that the contract rejects. */
  path: string
  /** The equivalent body for the provider, without a recipient. */
  theirs: object
  code?: number
}

const interactive = (type: string, action: object, frame: object = {}) => ({
  type: 'interactive',
  interactive: { type, body: { text: 'Choose' }, ...frame, action },
})
const reply = (title: string, id = title) => ({ type: 'reply', reply: { id, title } })
const buttons = (
  list: { text: string; id?: string }[],
  path: string,
  frame: { ours?: object; theirs?: object } = {},
): Sent => ({
  ours: { message: 'Choose', buttons: list, ...frame.ours },
  path,
  theirs: interactive('button', { buttons: list.map(({ text, id }) => reply(text, id)) }, frame.theirs),
})

type Row = { id: string; title: string; description?: string }
const sections = (given: { title?: string; rows: Row[] }[], path: string, button = 'Open'): Sent => ({
  ours: { message: 'Choose', list: { button, sections: given } },
  path,
  theirs: interactive('list', { button, sections: given }),
})
const row = (n: number, more: Partial<Row> = {}): Row => ({ id: `r${n}`, title: `Row ${n}`, ...more })

const products = (count: number): Sent => {
  const ids = list(count, (n) => `p${n}`)
  const split = [ids.slice(0, 15), ids.slice(15)].filter((each) => each.length > 0)
  const title = (n: number) => `Section ${n}`
  return {
    ours: {
      message: 'Choose',
      header: 'Lamps',
      products: { catalogId: '14', sections: split.map((productIds, n) => ({ title: title(n), productIds })) },
    },
    path: 'products.sections',
    theirs: interactive(
      'product_list',
      {
        catalog_id: '14',
        sections: split.map((each, n) => ({
          title: title(n),
          product_items: each.map((id) => ({ product_retailer_id: id })),
        })),
      },
      { header: { type: 'text', text: 'Lamps' } },
    ),
  }
}

const template = (text: string, code = 131008): Sent => ({
  ours: { template: { name: 'parcel', language: 'en', variables: ['Ada', text] } },
  path: 'template.variables.1',
  theirs: {
    type: 'template',
    template: {
      name: 'parcel',
      language: { code: 'en' },
      components: [{ type: 'body', parameters: ['Ada', text].map((value) => ({ type: 'text', text: value })) }],
    },
  },
  code,
})

const tap = (type: 'payload' | 'coupon_code', value: string, code?: number): Sent => {
  const frame = { type: 'button', index: 0 }
  const subType = type === 'payload' ? 'quick_reply' : 'copy_code'
  const named = { name: 'parcel', language: 'en' }
  const parameters = [{ type, [type]: value }]
  return {
    ours: { template: { ...named, components: [{ ...frame, subType, parameters: [{ type, text: value }] }] } },
    path: 'template.components.0.parameters.0.text',
    theirs: {
      type: 'template',
      template: { name: 'parcel', language: { code: 'en' }, components: [{ ...frame, sub_type: subType, parameters }] },
    },
    ...(code !== undefined && { code }),
  }
}

const place = (latitude: number, longitude: number, path: string): Sent => ({
  ours: { location: { latitude, longitude } },
  path,
  theirs: { type: 'location', location: { latitude, longitude } },
})

/** For each limit, a message in which the limited length or count is `n`. */
const messages: Record<
  Exclude<keyof typeof providerBounds, `template${'H' | 'B' | 'F'}${string}`>,
  (n: number) => Sent
> = {
  textBody: (n) => ({ ours: { message: x(n) }, path: 'message', theirs: { type: 'text', text: { body: x(n) } } }),
  caption: (n) => {
    const link = 'https://example.com/a.jpg'
    const theirs = { type: 'image', image: { link, caption: x(n) } }
    return { ours: { media: { url: link }, message: x(n) }, path: 'message', theirs }
  },
  headerText: (n) =>
    buttons([{ text: 'Yes' }], 'header', { ours: { header: x(n) }, theirs: { header: { type: 'text', text: x(n) } } }),
  bodyText: (n) => buttons([{ text: 'Yes' }], 'message', { ours: { message: x(n) }, theirs: { body: { text: x(n) } } }),
  footerText: (n) =>
    buttons([{ text: 'Yes' }], 'footer', { ours: { footer: x(n) }, theirs: { footer: { text: x(n) } } }),
  buttons: (n) =>
    buttons(
      list(n, (i) => ({ text: `b${i}` })),
      'buttons',
    ),
  buttonId: (n) => buttons([{ text: 'Yes', id: x(n) }], 'buttons.0.id'),
  buttonTitle: (n) => buttons([{ text: x(n), id: 'yes' }], 'buttons.0.text'),
  linkTitle: (n) => {
    const url = 'https://example.com'
    const action = { name: 'cta_url', parameters: { display_text: x(n), url } }
    return {
      ours: { message: 'Track', buttons: [{ text: x(n), url }] },
      path: 'buttons.0.text',
      theirs: interactive('cta_url', action),
    }
  },
  listButton: (n) => sections([{ rows: [row(1)] }], 'list.button', x(n)),
  sections: (n) =>
    sections(
      list(n, (i) => ({ title: `S${i}`, rows: [row(i)] })),
      'list.sections',
    ),
  sectionTitle: (n) => sections([{ title: x(n), rows: [row(1)] }], 'list.sections.0.title'),
  rows: (n) => {
    const rows = list(n, (i) => row(i))
    const split = [rows.slice(0, 6), rows.slice(6)].filter((each) => each.length > 0)
    return sections(
      split.map((each, i) => ({ title: `S${i}`, rows: each })),
      'list.sections',
    )
  },
  rowId: (n) => sections([{ rows: [row(1, { id: x(n) })] }], 'list.sections.0.rows.0.id'),
  rowTitle: (n) => sections([{ rows: [row(1, { title: x(n) })] }], 'list.sections.0.rows.0.title'),
  rowDescription: (n) => sections([{ rows: [row(1, { description: x(n) })] }], 'list.sections.0.rows.0.description'),
  products,
  contacts: (n) => ({
    ours: { contacts: list(n, () => ({ name: 'Ada', phone })) },
    path: 'contacts',
    theirs: { type: 'contacts', contacts: list(n, () => ({ name: { formatted_name: 'Ada' }, phones: [{ phone }] })) },
  }),
  latitude: (n) => place(n, 0, 'location.latitude'),
  longitude: (n) => place(0, n, 'location.longitude'),
  templateVariable: (n) => template(x(n), 132005),
  couponCode: (n) => tap('coupon_code', x(n)),
}

const pathsOf = (ours: object) =>
  messaging.messages.send.input.safeParse({ phone, ...ours }).error?.issues.map(({ path }) => path.join('.')) ?? []

function codeOf(theirs: object): number | undefined {
  try {
    readSendBody({ messaging_product: 'whatsapp', to: phone, ...theirs })
    return undefined
  } catch (error) {
    return error instanceof GraphRefusal ? error.code : -1
  }
}

function expectTaken({ ours, theirs }: Sent): void {
  expect([pathsOf(ours), codeOf(theirs)]).toEqual([[], undefined])
}

function expectRefused({ ours, path, theirs, code = 131009 }: Sent): void {
  expect(pathsOf(ours)).toContain(path)
  expect(codeOf(theirs)).toBe(code)
}

describe('contract and simulator', () => {
  it.each(Object.entries(messages))('take %s at its bounds and refuse it beyond', (name, make) => {
    const { min, max }: Bound = providerBounds[name as keyof typeof messages]
    expectTaken(make(min))
    expectTaken(make(max))
    expectRefused(make(max + 1))
    if (min < 0) expectRefused(make(min - 1))
  })

  it.each<[string, Sent]>([
    ['a variable of two lines', template('line one\nline two', 132018)],
    ['a carriage return', template('a\rb', 132018)],
    ['a line separator', template('a\u2028b', 132018)],
    ['a tab', template('a\tb', 132018)],
    ['five spaces', template(`a${' '.repeat(5)}b`, 132018)],
    ['five spaces that do not break', template(`a${'\u00a0'.repeat(5)}b`, 132018)],
    ['an empty variable', template('')],
    ['a blank variable', template(' ')],
    ['a variable without width', template('\u200b\ufeff')],
    ['a braille blank', template('\u2800')],
    ['a blank payload', tap('payload', ' ', 131008)],
    ['a blank coupon code', tap('coupon_code', '\u200b', 131008)],
    [
      'two buttons of one title',
      buttons(
        [
          { text: 'Yes', id: 'a' },
          { text: 'Yes', id: 'b' },
        ],
        'buttons',
      ),
    ],
    [
      'two buttons of one id',
      buttons(
        [
          { text: 'Yes', id: 'a' },
          { text: 'No', id: 'a' },
        ],
        'buttons',
      ),
    ],
    ['a blank button', buttons([{ text: '\u200b', id: 'a' }], 'buttons.0.text')],
    ['a space around an id', buttons([{ text: 'Yes', id: ' a' }], 'buttons.0.id')],
    [
      'a blank footer',
      buttons([{ text: 'Yes' }], 'footer', { ours: { footer: ' ' }, theirs: { footer: { text: ' ' } } }),
    ],
    [
      'a blank header',
      buttons([{ text: 'Yes' }], 'header', { ours: { header: ' ' }, theirs: { header: { type: 'text', text: ' ' } } }),
    ],
    [
      'a blank body',
      buttons([{ text: 'Yes' }], 'message', { ours: { message: ' ' }, theirs: { body: { text: ' ' } } }),
    ],
    ['two rows of one id', sections([{ rows: [row(1), row(1)] }], 'list.sections')],
    ['a blank row', sections([{ rows: [row(1, { title: ' ' })] }], 'list.sections.0.rows.0.title')],
    ['a blank title of a section', sections([{ title: ' ', rows: [row(1)] }], 'list.sections.0.title')],
    ['a blank button of a list', sections([{ rows: [row(1)] }], 'list.button', ' ')],
    [
      'a contact of a blank name',
      {
        ours: { contacts: [{ name: ' ', phone }] },
        path: 'contacts.0.name',
        theirs: { type: 'contacts', contacts: [{ name: { formatted_name: ' ' } }] },
      },
    ],
    [
      'a reaction in words',
      {
        ours: { reaction: 'yes', reactionMessage: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' },
        path: 'reaction',
        theirs: { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: 'yes' } },
      },
    ],
  ])('both refuse %s', (_name, sent) => expectRefused(sent))

  it.each(['four    spaces', 'Zoë 👩‍👩‍👧 ❤️', 'مرحبا', ' a ', '{{1}}'])('both take the variable %j', (text) =>
    expectTaken(template(text)),
  )

  it('both take a payload of any layout', () => expectTaken(tap('payload', ' line one\n\tline two     end ')))
})
