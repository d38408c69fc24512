import type { KeyObject } from 'node:crypto'
import type { Vault } from '@posthorn/chassis'
import type { WebhookSignature } from '@posthorn/contracts'
import { secretPurpose } from './sealing.ts'
import { signingKeyOf } from './sign.ts'

/**
 * Decrypts each webhook's signing keys only once. Without this cache, decryption took a tenth of this service's time per delivery
 * (measured).
 */
export type SigningKeys = { open(webhookId: string, sealed: string, key: WebhookSignature['key']): KeyObject }

const keysMax = 10_000

export function createSigningKeys(vault: Pick<Vault, 'open'>): SigningKeys {
  const opened = new Map<string, KeyObject>()
  return {
    open(webhookId, sealed, form) {
      // Includes the webhook, so that a secret encrypted for another webhook fails here, too.
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
