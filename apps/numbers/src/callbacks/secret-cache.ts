import type { Vault } from '@posthorn/chassis'
import { openCredentials } from '../numbers/credentials.ts'

/** A number as far as its callbacks need it. */
export type SealedNumber = { id: string; version: number; credentials: string }

/** App secrets of numbers, opened once per version of the number. */
export type SecretCache = { appSecretsOf(number: SealedNumber): string[] }

const numbersMax = 10_000

/** A cache over this vault, in this process only. */
export function secretCache(vault: Vault): SecretCache {
  const opened = new Map<string, { version: number; appSecrets: string[] }>()
  return {
    appSecretsOf({ id, version, credentials }) {
      const known = opened.get(id)
      if (known?.version === version) return known.appSecrets
      const { appSecrets } = openCredentials(vault, id, credentials)
      if (opened.size >= numbersMax) opened.clear()
      opened.set(id, { version, appSecrets })
      return appSecrets
    },
  }
}
