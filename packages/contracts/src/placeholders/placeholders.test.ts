import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeNames } from '../contacts/contact.ts'
import { posts } from '../groups/post.ts'
import { sendInput } from '../messaging/message.ts'
import {
  fillContent,
  fillText,
  parsePlaceholders,
  personalNames,
  personalValues,
  placeholderNames,
  placeholderText,
  type TextPiece,
} from './index.ts'

const nobody = {}
const named = fc.constantFrom(...personalNames, 'contact.fields.plan', 'contact.fields.Order no. 7')
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(/[{}|\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, 'x'))
/** Values have no line breaks, control characters or changes of the text's direction. */
const inLine = (value: string) =>
  value
    .replaceAll(/[^\P{Cc}\s\u0085]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim()
const placeholder = fc.record({ name: named, fallback: line })

describe('placeholders', () => {
  it('can name every attribute of a contact, its phone number and its fields', () => {
    expect([...personalNames].toSorted()).toEqual(
      [...attributeNames, 'phone'].map((name) => `contact.${name}`).toSorted(),
    )
  })

  it('are replaced by the value or, if it is missing or blank, the fallback', () => {
    const cases: [text: string, values: Record<string, string>, filled: string][] = [
      ['Hello {{contact.name|there}}!', { 'contact.name': 'Ada' }, 'Hello Ada!'],
      ['Hello {{ contact.name | dear friend }}!', nobody, 'Hello dear friend!'],
      ['{{contact.name|you}} {{contact.name|you}}', { 'contact.name': 'Ada' }, 'Ada Ada'],
      ['{{contact.fields.Order no. 7|none}}', { 'contact.fields.Order no. 7': 'A|B' }, 'A|B'],
      ['{{contact.name|a|b}}', { 'contact.name': ' \t\u200b' }, 'a|b'],
      ['{{contact.name|you}}', { 'contact.name': '  Ada\r\n\tLovelace\u2028K.   ' }, 'Ada Lovelace K.'],
      ['{{contact.name|you}}', { 'contact.name': '\u202eAda\u0001 \u0007 \u2066K.\u0000\u009f' }, 'Ada K.'],
      ['{{contact.name|you}}', { 'contact.name': '\u0001\u202e' }, 'you'],
      ['{{contact.name|\u202eyou}}', nobody, 'you'],
      ['{{contact.name|you}}', { 'contact.name': '{{contact.phone|x}}' }, '{{contact.phone|x}}'],
      ['{{contact.name|you}}', { 'contact.name': '$& $1' }, '$& $1'],
      ['{{contact.fields.constructor|you}}', nobody, 'you'],
      ['No placeholder: { } }} {x}', nobody, 'No placeholder: { } }} {x}'],
    ]
    for (const [text, values, filled] of cases) expect(fillText(text, values)).toBe(filled)
  })

  it('are refused with how to write them', () => {
    const cases: [text: string, fault: RegExp][] = [
      ['{{first_name}}', /^has the unknown name "first_name"; use contact\.name, /],
      ['{{1}}', /unknown name "1"/],
      [`{{${'x'.repeat(500)}|y}}`, /^has the unknown name "x{40}…"; use/],
      ['{{contact.attributes.plan|x}}', /unknown name/],
      ['{{contact.fields.|x}}', /unknown name/],
      ['{{contact.name}}', /^needs a fallback for contact\.name; write \{\{contact\.name\|there\}\}/],
      ['{{contact.name| \u200b }}', /^needs a fallback/],
      ['Hello {{contact.name|there}', /^has \{\{ without \}\}/],
      ['{{contact.name|{{contact.phone|x}}}}', /^has braces inside/],
      ['{{}}', /unknown name ""/],
    ]
    for (const [text, fault] of cases) expect(parsePlaceholders(text).fault, text).toMatch(fault)
  })

  it('read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, placeholder), { maxLength: 5 }), (parts) => {
        const pieces: TextPiece[] = parts.flat()
        const text = pieces.map((piece) => (typeof piece === 'string' ? piece : placeholderText(piece))).join('')
        expect(parsePlaceholders(text)).toEqual({ pieces })
      }),
    )
  })

  it('never read a value: whatever it is, it stands where the placeholder stood, in one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), line, (value, after) => {
        const filled = fillText(`<{{contact.name|you}}>${after}`, { 'contact.name': value, 'contact.phone': 'LEAK' })
        expect(filled.startsWith('<') && filled.endsWith(`>${after}`)).toBe(true)
        const inner = filled.slice(1, -after.length - 1)
        expect(inner === 'you' || inner === inLine(value)).toBe(true)
      }),
    )
  })
})

describe('the values of a contact', () => {
  const contact = {
    name: 'Ada King Lovelace',
    firstName: null,
    phone: '+4915112345678',
    fields: { plan: 'gold', seat: ' ' },
  }

  it('are those that were asked for and are not blank', () => {
    const names = ['contact.name', 'contact.phone', 'contact.email', 'contact.fields.plan', 'contact.fields.seat']
    expect(personalValues(contact, [...names, 'contact.fields.toString'])).toEqual({
      'contact.name': 'Ada King Lovelace',
      'contact.phone': '+4915112345678',
      'contact.fields.plan': 'gold',
    })
  })

  it('have the first word of the name if there is no first name', () => {
    const firstOf = (more: object) => personalValues({ ...contact, ...more }, ['contact.firstName'])
    expect(firstOf({})).toEqual({ 'contact.firstName': 'Ada' })
    expect(firstOf({ firstName: 'Augusta' })).toEqual({ 'contact.firstName': 'Augusta' })
    expect(firstOf({ firstName: ' ', name: '\tAda\nKing' })).toEqual({ 'contact.firstName': 'Ada' })
    expect(firstOf({ name: null })).toEqual({})
  })
})

const name = '{{contact.name|you}}'
const template = {
  name: 'offer',
  language: 'en',
  components: [
    { type: 'header', parameters: [{ type: 'text', text: name }] },
    { type: 'body', parameters: [{ type: 'text', name: 'plan', text: '{{contact.fields.plan|basic}}' }] },
    { type: 'button', subType: 'url', index: 0, parameters: [{ type: 'text', text: `hi/${name}` }] },
  ],
}
const coupon = (text: string) => ({
  type: 'button',
  subType: 'copy_code',
  index: 0,
  parameters: [{ type: 'coupon_code', text }],
})
const values = { 'contact.name': 'Ada & Co/?' }
const channel = 'chn_01k5v2s8xgf9hb3m4q7r8t9w0y'

const faultsOf = (schema: {
  safeParse(input: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined }
}) => {
  return (input: object) =>
    schema
      .safeParse(input)
      .error?.issues.map(({ path }) => path.join('.'))
      .toSorted() ?? []
}

describe('the content of a post', () => {
  it('has placeholders in its text, header, footer and templates, and keeps everything else', () => {
    const content = {
      message: `Hello ${name}`,
      header: name,
      footer: name,
      buttons: [{ text: name }],
      onWindowClosed: { template: { name: 'x', language: 'en', variables: [name] } },
      priority: 'low',
    }
    expect(fillContent(content, values)).toEqual({
      message: 'Hello Ada & Co/?',
      header: 'Ada & Co/?',
      footer: 'Ada & Co/?',
      buttons: [{ text: name }],
      onWindowClosed: { template: { name: 'x', language: 'en', variables: ['Ada & Co/?'] } },
      priority: 'low',
    })
    expect(fillContent({ template: { variables: { who: name } } }, {})).toEqual({
      template: { variables: { who: 'you' } },
    })
    const header = { media: { url: 'https://example.com/a.jpg' } }
    expect(fillContent({ header, onWindowClosed: 'hold' }, values)).toEqual({ header, onWindowClosed: 'hold' })
  })

  it('encodes values in the URL of a button', () => {
    const filled = fillContent({ template }, values)['template'] as typeof template
    expect(filled.components.map(({ parameters: [parameter] }) => parameter?.text)).toEqual([
      'Ada & Co/?',
      'basic',
      'hi/Ada%20%26%20Co%2F%3F',
    ])
    expect(filled.components[2]).toMatchObject({ type: 'button', subType: 'url', index: 0 })
  })

  it('names the values that it needs, each once', () => {
    expect(placeholderNames({ message: `${name} ${name}`, template })).toEqual(['contact.name', 'contact.fields.plan'])
    expect(placeholderNames({ message: 'Hello {{first_name}}' })).toEqual([])
  })

  it('is refused with more names or bytes than an event can carry with the values', () => {
    const post = (message: string, more: object = {}) => faultsOf(posts.create.input)({ channel, message, ...more })
    const named = (count: number) => Array.from({ length: count }, (_, i) => `{{contact.fields.f${i}|x}}`).join(' ')
    expect([post(named(20)), post(`${named(20)} ${named(20)}`), post(named(21))]).toEqual([[], [], ['message']])
    const part = {
      type: 'body',
      parameters: Array.from({ length: 60 }, () => ({ type: 'text', text: 'x'.repeat(1_000) })),
    }
    const large = { template: { name: 'x', language: 'en', components: Array.from({ length: 10 }, () => part) } }
    expect(['x', name].map((message) => post(message, { onWindowClosed: large }))).toEqual([[], ['message']])
  })

  it('is refused at the field with a faulty placeholder, also with POST /v1/messages to a channel', () => {
    const faulty = '{{contact.name}}'
    const cases: [content: object, paths: string[]][] = [
      [{ message: faulty }, ['message']],
      [{ message: 'Hello {{first_name|x}}' }, ['message']],
      [{ message: 'x', buttons: [{ text: 'Yes' }], header: faulty, footer: '{{' }, ['footer', 'header']],
      [{ template: { name: 'x', language: 'en', variables: ['a', faulty] } }, ['template.variables.1']],
      [{ template: { name: 'x', language: 'en', variables: { who: faulty } } }, ['template.variables.who']],
      [{ message: 'x', buttons: [{ text: '{{contact.name|a}}' }] }, ['buttons.0.text']],
      [{ poll: { name, options: ['a', 'b'] } }, ['poll.name']],
      [{ message: 'x', buttons: [{ text: 'Hi {{first_name}}' }] }, ['buttons.0.text']],
      [{ location: { latitude: 1, longitude: 1, name: '{{Contact.name|a}}' } }, ['location.name']],
      [{ template: { name: 'x', language: 'en', components: [coupon('{{contact.fields.code|SAVE}}')] } }, []],
      [
        { template: { name: 'x', language: 'en', components: [coupon('SAVE'.repeat(6))] } },
        ['template.components.0.parameters.0.text'],
      ],
      [
        { message: 'x', onWindowClosed: { template: { name: 'x', language: 'en', variables: [faulty] } } },
        ['onWindowClosed.template.variables.0'],
      ],
      [{ message: `Hello ${name}` }, []],
      [{ template }, []],
    ]
    for (const [content, paths] of cases) {
      expect(faultsOf(posts.create.input)({ channel, ...content }), JSON.stringify(content)).toEqual(paths)
      const sent = { ...content, reference: '{{contact.mine' }
      expect(faultsOf(sendInput)({ channel, ...sent })).toEqual(faultsOf(posts.create.input)({ channel, ...content }))
    }
  })

  it('has a coupon code of the right length once it is filled', () => {
    const written = { template: { ...template, components: [coupon('{{contact.fields.code|SAVE}}')] } }
    const sendable = (code: string) =>
      sendInput.safeParse({ phone: '+4915112345678', ...fillContent(written, { 'contact.fields.code': code }) }).success
    expect([sendable('A'.repeat(20)), sendable('A'.repeat(21))]).toEqual([true, false])
  })

  it('of a message to one person is sent as written', () => {
    for (const message of ['{{first_name}}', '{{contact.name}}', '{{'])
      expect(faultsOf(sendInput)({ phone: '+4915112345678', message })).toEqual([])
  })
})
