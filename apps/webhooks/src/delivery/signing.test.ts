import { randomBytes } from 'node:crypto'
import { createVault } from '@posthorn/chassis'
import { deliveryHeaders } from '@posthorn/contracts'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, it, vi } from 'vitest'
import { createSecrets, secretPurpose, sign as signBy, signingKeyOf, standardWebhooks } from './signing.ts'

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

const vault = createVault(`m1:${randomBytes(32).toString('base64')}`)
const { name } = deliveryHeaders.signature
const content = { id: 'evt_1', timestampSeconds: 1_614_265_330, body: '{}' }
const sealedFor = (webhookId: string, secret: string) => vault.seal(secret, secretPurpose(webhookId))
const secretsOf = (webhookId: string, sealed: string) => ({
  webhookId,
  secrets: [sealed],
  headerName: null,
  headerValue: null,
})
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

it('opens a secret once, and its successor as it is another', () => {
  const open = vi.fn(vault.open)
  const secrets = createSecrets({ open })
  const [first, second] = [sealedFor('wh_1', newSecret()), sealedFor('wh_1', newSecret())]
  const signatures = [first, second, first, second].map(
    (sealed) => signBy(standardWebhooks, secrets.open(secretsOf('wh_1', sealed), 'base64').signingKeys, content)[name],
  )
  expect(open).toHaveBeenCalledTimes(2)
  expect(signatures[2]).toBe(signatures[0])
  expect(signatures[3]).toBe(signatures[1])
  expect(signatures[1]).not.toBe(signatures[0])
})

it('refuses a secret that is sealed for another webhook, also once it was opened for that one', () => {
  const secrets = createSecrets(vault)
  const sealed = sealedFor('wh_1', newSecret())
  secrets.open(secretsOf('wh_1', sealed), 'base64')
  expect(() => secrets.open(secretsOf('wh_2', sealed), 'base64')).toThrow('cannot be decrypted')
})
