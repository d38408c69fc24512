import { describe, expect, it } from 'vitest'
import { posts } from '../groups/post.ts'
import { sendInput } from '../messaging/message.ts'
import { fillContent, placeholderNames } from './content.ts'

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

  it('is sent as written, in whole, if one of its texts is faulty', () => {
    const content = { message: `Hello ${name}`, footer: 'Hello {{first_name}}' }
    expect(fillContent(content, values)).toEqual(content)
    expect(placeholderNames(content)).toEqual([])
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
