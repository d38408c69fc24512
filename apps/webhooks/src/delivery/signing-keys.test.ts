import { randomBytes } from 'node:crypto'
import { createVault } from '@posthorn/chassis'
import { deliveryHeaders } from '@posthorn/contracts'
import { expect, it, vi } from 'vitest'
import { secretPurpose } from './sealing.ts'
import { sign, standardWebhooks } from './sign.ts'
import { createSigningKeys } from './signing-keys.ts'

const vault = createVault(`m1:${randomBytes(32).toString('base64')}`)
const { name } = deliveryHeaders.signature
const content = { id: 'evt_1', timestampSeconds: 1_614_265_330, body: '{}' }
const sealedFor = (webhookId: string, secret: string) => vault.seal(secret, secretPurpose(webhookId))
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

it('opens a secret once, and its successor as it is another', () => {
  const open = vi.fn(vault.open)
  const keys = createSigningKeys({ open })
  const [first, second] = [sealedFor('wh_1', newSecret()), sealedFor('wh_1', newSecret())]
  const signatures = [first, second, first, second].map(
    (sealed) => sign(standardWebhooks, [keys.open('wh_1', sealed, 'base64')], content)[name],
  )
  expect(open).toHaveBeenCalledTimes(2)
  expect(signatures[2]).toBe(signatures[0])
  expect(signatures[3]).toBe(signatures[1])
  expect(signatures[1]).not.toBe(signatures[0])
})

it('refuses a secret that is sealed for another webhook, also once it was opened for that one', () => {
  const keys = createSigningKeys(vault)
  const sealed = sealedFor('wh_1', newSecret())
  keys.open('wh_1', sealed, 'base64')
  expect(() => keys.open('wh_2', sealed, 'base64')).toThrow()
})
