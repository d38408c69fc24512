import type { KeyObject } from 'node:crypto'
import type { Vault } from '@posthorn/chassis'
import type { WebhookSignature } from '@posthorn/contracts'
import { secretPurpose } from './sealing.ts'
import { signingKeyOf } from './sign.ts'

/** Signing keys of webhooks, each opened once (measured: a tenth of what this service spends on a delivery). */
export type SigningKeys = { open(webhookId: string, sealed: string, key: WebhookSignature['key']): KeyObject }

const keysMax = 10_000

/** Creates a cache over this vault, in this process only. */
export function createSigningKeys(vault: Pick<Vault, 'open'>): SigningKeys {
  const opened = new Map<string, KeyObject>()
  return {
    open(webhookId, sealed, form) {
      // A secret that is sealed for another webhook must fail here, too.
      const name = `${webhookId} ${sealed}`
      const known = opened.get(name)
      if (known) return known
      const key = signingKeyOf(vault.open(sealed, secretPurpose(webhookId)), form)
      if (opened.size >= keysMax) opened.clear()
      opened.set(name, key)
      return key
    },
  }
}
