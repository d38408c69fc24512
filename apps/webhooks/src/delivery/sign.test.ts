import { randomBytes } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, it } from 'vitest'
import { sign as signBy, signingKeyOf, standardWebhooks } from './sign.ts'

const sign = (secrets: string[], content: Parameters<typeof signBy>[2]) =>
  signBy(
    standardWebhooks,
    secrets.map((secret) => signingKeyOf(secret)),
    content,
  )

it('gives the signature of the official vector of Standard Webhooks', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' }
  const expected = { 'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' }
  expect(sign(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], signed)).toMatchObject(expected)
  expect(sign(['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], signed)).toMatchObject(expected)
})

it('with two live secrets, a receiver that knows either verifies it with either library, whatever the text', () => {
  const secrets = [randomBytes(32), randomBytes(32)].map((key) => `whsec_${key.toString('base64')}`)
  const body = JSON.stringify({ text: 'née \u2028 漢 🎉 "x"' })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = Object.fromEntries(
    Object.entries(sign(secrets, { id: 'evt_1', timestampSeconds, body })).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  for (const secret of secrets) {
    expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(new SvixWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new StandardWebhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')
  }
})
