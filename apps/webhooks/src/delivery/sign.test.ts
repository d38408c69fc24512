import { randomBytes } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, it } from 'vitest'
import { sign, signingKeyOf } from './sign.ts'

it('gives the signature of the official vector of Standard Webhooks', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' }
  const expected = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(sign([signingKeyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')], signed)).toBe(expected)
  expect(sign([signingKeyOf('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')], signed)).toBe(expected)
})

it('with two live secrets, a receiver that knows either verifies it with either library, whatever the text', () => {
  const secrets = [randomBytes(32), randomBytes(32)].map((key) => `whsec_${key.toString('base64')}`)
  const body = JSON.stringify({ text: 'née \u2028 漢 🎉 "x"' })
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign(secrets.map(signingKeyOf), { id: 'evt_1', timestampSeconds, body }),
  }
  for (const secret of secrets) {
    expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(new SvixWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new StandardWebhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')
  }
})
