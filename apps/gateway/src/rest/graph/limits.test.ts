import { describe, expect, it } from 'vitest'
import { useGraph } from './graph.fixture.ts'
import { flow, interactive, link, reply } from './kinds.fixture.ts'

const graph = useGraph({ records: false })

const text = { type: 'text', text: { body: 'Hi' } }
const body = { text: 'Which?' }
const buttons = { buttons: [reply('1', 'Tea')] }
const button = (more: object) => interactive('button', { body, action: buttons, ...more })
const list = (row: object, more: object = {}, action: object = {}) =>
  interactive('list', {
    body,
    action: {
      button: 'Choose',
      sections: [{ title: 'Drinks', rows: [{ id: 'a', title: 'Tea', ...row }], ...more }],
      ...action,
    },
  })
const withFlow = (more: object, parameters: object = {}) =>
  interactive('flow', { body, action: { ...flow, parameters: { ...flow.parameters, ...parameters } }, ...more })
const contact = { name: { formatted_name: 'Ada Lovelace', first_name: 'Ada' }, phones: [{ phone: '+4915112345678' }] }

/** Documented limits on lengths and counts, each with a function that returns a body containing the text. */
const limits: readonly [place: string, max: number, of: (text: string) => object][] = [
  ['biz_opaque_callback_data', 512, (value) => ({ ...text, biz_opaque_callback_data: value })],
  ['text.body', 4096, (value) => ({ type: 'text', text: { body: value } })],
  ['image.caption', 1024, (value) => ({ type: 'image', image: { link, caption: value } })],
  ['image.caption of media of the provider', 1024, (value) => ({ type: 'image', image: { id: '7', caption: value } })],
  ['HeaderObject.text', 60, (value) => button({ header: { type: 'text', text: value } })],
  ['HeaderObject.text of a flow', 60, (value) => withFlow({ header: { type: 'text', text: value } })],
  ['BodyObject.text', 1024, (value) => button({ body: { text: value } })],
  ['BodyObject.text of a flow', 1024, (value) => withFlow({ body: { text: value } })],
  ['FooterObject.text', 60, (value) => button({ footer: { text: value } })],
  ['FooterObject.text of a flow', 60, (value) => withFlow({ footer: { text: value } })],
  ['ActionObject.buttons.reply.id', 256, (value) => button({ action: { buttons: [reply(value, 'Tea')] } })],
  ['ActionObject.buttons.reply.title', 20, (value) => button({ action: { buttons: [reply('1', value)] } })],
  [
    'ActionObject.buttons',
    3,
    ({ length }) => button({ action: { buttons: Array.from({ length }, (_, i) => reply(`${i}`, `${i}`)) } }),
  ],
  ['ActionObject.button', 20, (value) => list({}, {}, { button: value })],
  ['SectionObject.title', 24, (value) => list({}, { title: value })],
  ['SectionObject.rows.id', 200, (value) => list({ id: value })],
  ['SectionObject.rows.title', 24, (value) => list({ title: value })],
  ['SectionObject.rows.description', 72, (value) => list({ description: value })],
  [
    'SectionObject.rows',
    10,
    ({ length }) => list({}, { rows: Array.from({ length }, (_, i) => ({ id: `${i}`, title: `${i}` })) }),
  ],
  ['flow_cta', 30, (value) => withFlow({}, { flow_cta: value })],
  [
    'ContactsMessage.contacts',
    5,
    ({ length }) => ({ type: 'contacts', contacts: Array.from({ length }, () => contact) }),
  ],
]

const longName = `${'f'.repeat(300)}.pdf`

/** Texts that have no documented length limit. */
const unlimited: readonly [place: string, body: object][] = [
  ['location.name', { type: 'location', location: { latitude: 1, longitude: 2, name: 'n'.repeat(300) } }],
  ['location.address', { type: 'location', location: { latitude: 1, longitude: 2, address: 'a'.repeat(1100) } }],
  ['document.filename', { type: 'document', document: { link, filename: longName } }],
  [
    'template.components.parameters.document.filename',
    {
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [{ type: 'header', parameters: [{ type: 'document', document: { link, filename: longName } }] }],
      },
    },
  ],
  ['header.document.filename', button({ header: { type: 'document', document: { link, filename: longName } } })],
]

const post = (json: object) =>
  graph.call(`/${graph.phoneNumberId}/messages`, {
    json: { messaging_product: 'whatsapp', to: '4915770009997', ...json },
  })

describe('a length that the document of the provider states', () => {
  it.each(limits)('is the limit of the mounted API: %s, %i', async (_place, max, of) => {
    const [longest, longer] = [await post(of('x'.repeat(max))), await post(of('x'.repeat(max + 1)))]
    expect([longest.status, longest.text]).toEqual([200, expect.any(String)])
    expect([longer.status, longer.json]).toMatchObject([400, { error: { code: 131009 } }])
  })

  it.each(unlimited)('does not apply where the mounted API has none: %s', async (_place, json) => {
    const { status, text: answer } = await post(json)
    expect([status, answer]).toEqual([200, expect.any(String)])
  })
})
