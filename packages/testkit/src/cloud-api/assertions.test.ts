import { describe, expect, it } from 'vitest'
import { assertRequest } from './assertions.ts'
import { hasDocument } from './document.ts'

const version = '/v24.0'
const message = { messaging_product: 'whatsapp', to: '+4915112345678', type: 'text', text: { body: 'Hello' } }

describe('a request', () => {
  it('to send is held to the rules written by hand too', () => {
    const url = `${version}/106/messages`
    assertRequest({ method: 'POST', url, body: message })
    expect(() => assertRequest({ method: 'POST', url, body: { ...message, to: '4915112345678' } })).toThrow('/to')
  })

  it.runIf(hasDocument)('to any other path is held to what the document says of it, by method and body', () => {
    const groups = { method: 'POST', url: `${version}/106/groups` }
    assertRequest({ ...groups, body: { messaging_product: 'whatsapp', subject: 'Drivers' } })
    expect(() => assertRequest({ ...groups, body: { messaging_product: 'whatsapp' } })).toThrow('subject')
    expect(() => assertRequest({ ...groups, method: 'PATCH', body: {} })).toThrow('has no PATCH')
    expect(() => assertRequest({ method: 'GET', url: `${version}/106/secrets`, body: undefined })).toThrow('has no GET')
    expect(() => assertRequest({ method: 'POST', url: `${version}/106/verify_code`, body: { pin: 1 } })).toThrow('code')
    assertRequest({ method: 'GET', url: `${version}/106?fields=id`, body: undefined })
    assertRequest({ method: 'POST', url: `${version}/upload:MTp?sig=AR`, body: undefined })
    assertRequest({ method: 'DELETE', url: `${version}/102/message_templates?name=hi`, body: undefined })
  })
})
