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
    open(webhookId, sealed, encoding) {
      // Includes the webhook, so that a secret encrypted for another webhook fails here, too.
      const cacheKey = `${webhookId} ${sealed}`
      const known = opened.get(cacheKey)
      if (known) return known
      const key = signingKeyOf(vault.open(sealed, secretPurpose(webhookId)), encoding)
      if (opened.size >= keysMax) opened.clear()
      opened.set(cacheKey, key)
      return key
    },
  }
}
