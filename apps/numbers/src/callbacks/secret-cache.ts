import type { Vault } from '@posthorn/chassis'
import { openCredentials } from '../numbers/credentials.ts'

/** A number with its encrypted credentials. */
export type SealedNumber = { id: string; version: number; credentials: string }

/** App secrets of numbers, decrypted once for each version. */
export type SecretCache = { openAppSecrets(number: SealedNumber): string[] }

const numbersMax = 10_000

/** Creates an in-process cache over this vault. */
export function createSecretCache(vault: Vault): SecretCache {
  const opened = new Map<string, { version: number; appSecrets: string[] }>()
  return {
    openAppSecrets({ id, version, credentials }) {
      const cached = opened.get(id)
      if (cached?.version === version) return cached.appSecrets
      const { appSecrets } = openCredentials(vault, id, credentials)
      if (opened.size >= numbersMax) opened.clear()
      opened.set(id, { version, appSecrets })
      return appSecrets
    },
  }
}
