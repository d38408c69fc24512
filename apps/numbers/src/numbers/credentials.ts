import type { Vault } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'

/** A number's credentials at its provider, and its callback secrets. `appSecrets`: the current one, then the previous one. */
export type Credentials = { accessToken: string; appSecrets: string[]; verifyToken: string }

/** Vault purpose of a number's credentials. */
export function credentialsPurpose(numberId: string): string {
  return `credentials of ${numberId}`
}

/** Encrypts credentials for the number's row. */
export function sealCredentials(vault: Vault, numberId: string, credentials: Credentials): string {
  return vault.seal(JSON.stringify(credentials), credentialsPurpose(numberId))
}

/** Decrypts what `sealCredentials` returned for the same number. */
export function openCredentials(vault: Vault, numberId: string, sealed: string): Credentials {
  return JSON.parse(vault.open(sealed, credentialsPurpose(numberId))) as Credentials
}

/** Encrypts the credentials for services that call the provider, with the purpose `number <id>`. */
export function sealForSenders(
  vault: Vault,
  numberId: string,
  access: { phoneNumberId: string; accessToken: string },
): string {
  const { phoneNumberId, accessToken } = access
  return vault.seal(JSON.stringify({ phoneNumberId, accessToken }), numberCredentialsPurpose(numberId))
}
