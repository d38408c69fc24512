import { describe, expect, it } from 'vitest'
import { assertAnswer, assertCallback, assertSendRequest } from './assertions.ts'
import { hasDocument, sendExamples } from './document.ts'
import { callbackRuleViolations, sendRuleViolations } from './rules.ts'

const envelope = { messaging_product: 'whatsapp', to: '+4915112345678' }
const body = { text: 'Choose' }
const row = (n: number) => ({ id: `r${n}`, title: `Row ${n}` })
const button = (title: string) => ({ type: 'reply', reply: { id: title, title } })

describe('a request the document lets through', () => {
  it.each([
    ['an empty text object', { type: 'text', text: {} }],
    ['text over 4096 characters', { type: 'text', text: { body: 'x'.repeat(4097) } }],
    ['a phone without plus', { to: '4915112345678', type: 'text', text: { body: 'Hi' } }],
    [
      'a list action under type button',
      {
        type: 'interactive',
        interactive: { type: 'button', body, action: { button: 'Go', sections: [{ rows: [row(1)] }] } },
      },
    ],
    ['a contact without a name', { type: 'contacts', contacts: [{ phones: [{ phone: '+1' }] }] }],
    [
      '11 list rows over two sections',
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          body,
          action: {
            button: 'Go',
            sections: [
              { title: 'A', rows: [1, 2, 3, 4, 5, 6].map(row) },
              { title: 'B', rows: [7, 8, 9, 10, 11].map(row) },
            ],
          },
        },
      },
    ],
    [
      'buttons of the same title',
      {
        type: 'interactive',
        interactive: { type: 'button', body, action: { buttons: [button('Yes'), button('Yes')] } },
      },
    ],
    ['audio with a caption', { type: 'audio', audio: { id: '1', caption: 'Listen' } }],
    ['a pin for 31 days', { type: 'pin', pin: { type: 'pin', message_id: 'wamid.A', expiration_days: 31 } }],
    ['a read receipt with another key', { to: undefined, status: 'read', message_id: 'wamid.A', text: {} }],
    ['a link that is no web address', { type: 'image', image: { link: 'ftp://example.com/a.png' } }],
  ])('is refused with %s', (_name, change) => {
    expect(() => assertSendRequest({ ...envelope, ...change })).toThrow('contract')
    expect(sendRuleViolations({ ...envelope, ...change })).not.toEqual([])
  })
})

it.each([
  { type: 'contacts', contacts: [null, 'Ada', { name: 'Ada' }] },
  { type: 'interactive', interactive: { type: 'button', action: 'go' } },
  {
    type: 'interactive',
    interactive: { action: { sections: [null, { rows: [null] }], buttons: [1, { reply: null }] } },
  },
  { status: 'read', typing_indicator: null },
  { entry: [null, { changes: [null, { field: 'security', value: null }] }] },
])('rules end with any shape of a body: %j', (odd) => {
  expect(sendRuleViolations(odd)).toBeInstanceOf(Array)
  expect(callbackRuleViolations(odd)).toBeInstanceOf(Array)
})

describe('a request that follows the documentation', () => {
  it.each([
    ['a text', { type: 'text', text: { body: 'Hi', preview_url: true } }],
    [
      'a user id as recipient',
      { to: undefined, recipient: 'US.13491208655302741918', type: 'text', text: { body: 'Hi' } },
    ],
    ['a voice note', { type: 'audio', audio: { id: '1', voice: true } }],
    [
      'a pin',
      {
        to: 'Y2FwaV9ncm91cDox',
        recipient_type: 'group',
        type: 'pin',
        pin: { type: 'pin', message_id: 'wamid.A', expiration_days: 7 },
      },
    ],
    [
      'a read receipt with a typing indicator',
      { to: undefined, status: 'read', message_id: 'wamid.A', typing_indicator: { type: 'text' } },
    ],
  ])('passes: %s', (_name, change) => {
    assertSendRequest(JSON.parse(JSON.stringify({ ...envelope, ...change })))
  })

  it.skipIf(!hasDocument)('passes when it is an official text example to a real phone', () => {
    const texts = sendExamples().filter(({ value }) => value.type === 'text')
    expect(texts.length).toBeGreaterThan(1)
    for (const { value } of texts) assertSendRequest({ ...value, to: '+16505551234' })
  })
})

describe('answers and callbacks', () => {
  it('are refused when they miss what the provider always sends', () => {
    expect(() =>
      assertAnswer('send', { messaging_product: 'whatsapp', contacts: [{ input: '+1' }], messages: [{ id: 'x' }] }),
    ).toThrow('wamid')
    expect(() => assertAnswer('error', { error: { message: 'no', type: 'OAuthException', code: 100 } })).toThrow(
      'fbtrace_id',
    )
    expect(() => assertAnswer('read', { success: false })).toThrow('success')
  })

  it('of the account type need a time and one of the known values, which the document does not say', () => {
    const change = { field: 'account_update', value: { event: 'ACCOUNT_DELETED' } }
    const callback = (entry: object) => ({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [change], ...entry }],
    })
    expect(() => assertCallback(callback({}))).toThrow('/entry/time')
    expect(() => assertCallback(callback({ time: '1749416383' }))).toThrow('/entry/time')
    assertCallback(callback({ time: 1_749_416_383 }))
    change.value.event = 'ACCOUNT_FROZEN'
    expect(() => assertCallback(callback({ time: 1_749_416_383 }))).toThrow('/value/event of account_update')
  })
})
