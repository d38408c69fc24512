import type { Vault } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'

/** Credentials of a number at its provider, and the secrets of its callbacks. `appSecrets`: the current one, then the previous one. */
export type Credentials = { accessToken: string; appSecrets: string[]; verifyToken: string }

/** Returns the vault purpose of the credentials of a number. */
export function credentialsPurpose(numberId: string): string {
  return `credentials of ${numberId}`
}

/** Seals credentials for the number's own row. */
export function sealCredentials(vault: Vault, numberId: string, credentials: Credentials): string {
  return vault.seal(JSON.stringify(credentials), credentialsPurpose(numberId))
}

/** Opens what `sealCredentials` gave for the same number. */
export function openCredentials(vault: Vault, numberId: string, sealed: string): Credentials {
  return JSON.parse(vault.open(sealed, credentialsPurpose(numberId))) as Credentials
}

/** Seals the credentials for the services that call the provider, for the purpose `number <id>`. */
export function sealForSenders(
  vault: Vault,
  numberId: string,
  line: { phoneNumberId: string; accessToken: string },
): string {
  const { phoneNumberId, accessToken } = line
  return vault.seal(JSON.stringify({ phoneNumberId, accessToken }), numberCredentialsPurpose(numberId))
}
