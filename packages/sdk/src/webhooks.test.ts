import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { SignatureError, verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of 24 byte').toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', event: 'message:in', data: { message: 'Grüße 👋' } })

function headersOf(at: Date = new Date(), by: string = secret): Record<string, string> {
  const signature = new Webhook(by).sign('evt_1', at, body)
  return {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': signature,
  }
}

describe('the verification of a webhook', () => {
  it('returns the event of a body that the reference library signed, as text, as bytes and with any headers', async () => {
    const headers = headersOf()
    const event = JSON.parse(body) as unknown
    expect(await verifyWebhook({ headers, body, secret })).toEqual(event)
    expect(
      await verifyWebhook({ headers: new Headers(headers), body: new TextEncoder().encode(body), secret }),
    ).toEqual(event)
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
    expect(await verifyWebhook({ headers: lists, body, secret: [other, secret] })).toEqual(event)
  })

  it('accepts one valid signature of several, as during a change of the secret', async () => {
    const headers = headersOf()
    headers['Webhook-Signature'] =
      `v1a,xx v1,!!! ${headersOf(new Date(), other)['Webhook-Signature']} ${headers['Webhook-Signature']}`
    expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ id: 'evt_1' })
  })

  it('refuses another body, another secret, another id, no signature and an old one', async () => {
    const refused = (delivery: Partial<Parameters<typeof verifyWebhook>[0]>) =>
      expect(verifyWebhook({ headers: headersOf(), body, secret, ...delivery })).rejects.toBeInstanceOf(SignatureError)
    await refused({ body: body.replace('evt_1', 'evt_2') })
    await refused({ secret: other })
    await refused({ headers: { ...headersOf(), 'Webhook-Id': 'evt_2' } })
    await refused({ headers: {} })
    await refused({ headers: { ...headersOf(), 'Webhook-Signature': 'v1,' } })
    await refused({ headers: headersOf(new Date(Date.now() - 400_000)) })
    await refused({ headers: headersOf(new Date(Date.now() + 400_000)) })
    expect(
      await verifyWebhook({ headers: headersOf(new Date(Date.now() - 400_000)), body, secret, toleranceSeconds: 900 }),
    ).toBeDefined()
  })

  it('reports a secret that is none, rather than refuse every webhook', async () => {
    await expect(verifyWebhook({ headers: headersOf(), body, secret: 'whsec_' })).rejects.toBeInstanceOf(TypeError)
  })
})
