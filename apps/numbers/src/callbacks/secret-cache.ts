import { putBounded, type Vault } from '@posthorn/chassis'
import { openCredentials } from '../entities/connected-number.ts'

export type SealedNumber = { id: string; version: number; credentials: string }

export type SecretCache = { openAppSecrets(number: SealedNumber): string[] }

const numbersMax = 10_000

/** Keeps decrypted app secrets, so that a callback rarely decrypts credentials. A number's new version replaces its old one. */
export function createSecretCache(vault: Vault): SecretCache {
  const opened = new Map<string, { version: number; appSecrets: string[] }>()
  return {
    openAppSecrets({ id, version, credentials }) {
      const cached = opened.get(id)
      if (cached?.version === version) return cached.appSecrets
      const { appSecrets } = openCredentials(vault, id, credentials)
      putBounded(opened, id, { version, appSecrets }, numbersMax)
      return appSecrets
    },
  }
}
