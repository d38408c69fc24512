import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifySignature } from './callbacks.ts'

const body = Buffer.from('{"object":"whatsapp_business_account","text":"a\\/b \\u00fc"}')
const sign = (secret: string, algorithm = 'sha256') => createHmac(algorithm, secret).update(body).digest('hex')

describe('a callback signature', () => {
  it('is accepted with the current or the previous secret, in any order', () => {
    expect(verifySignature(body, `sha256=${sign('new')}`, ['new', 'old'])).toBe(true)
    expect(verifySignature(body, `sha256=${sign('old')}`, ['new', 'old'])).toBe(true)
  })

  it('is refused after one flipped bit at any place of the body', () => {
    const header = `sha256=${sign('secret')}`
    for (let index = 0; index < body.length; index++) {
      const flipped = Buffer.from(body)
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index)
      expect(verifySignature(flipped, header, ['secret'])).toBe(false)
    }
  })

  it('is refused when the body was parsed and written again', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(verifySignature(rewritten, `sha256=${sign('secret')}`, ['secret'])).toBe(false)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another secret', `sha256=${sign('other')}`],
    ['in capitals', `sha256=${sign('secret').toUpperCase()}`],
    ['with a capital scheme', `SHA256=${sign('secret')}`],
    ['a SHA-1', `sha1=${sign('secret', 'sha1')}`],
    ['without scheme', sign('secret')],
    ['too short', `sha256=${sign('secret').slice(1)}`],
    ['too long', `sha256=${sign('secret')}0`],
    ['followed by a newline', `sha256=${sign('secret')}\n`],
    ['given twice', `sha256=${sign('secret')}, sha256=${sign('secret')}`],
  ])('is refused when it is %s', (_name, header) => {
    expect(verifySignature(body, header, ['secret'])).toBe(false)
  })

  it('is refused when no secret is known', () => {
    expect(verifySignature(body, `sha256=${sign('')}`, [])).toBe(false)
  })
})
