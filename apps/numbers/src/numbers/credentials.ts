import type { Vault } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'

/** A number's provider credentials and callback secrets. `appSecrets` lists the current secret, then the previous one. */
export type Credentials = { accessToken: string; appSecrets: string[]; verifyToken: string }

export function credentialsPurpose(numberId: string): string {
  return `credentials of ${numberId}`
}

export function sealCredentials(vault: Vault, numberId: string, credentials: Credentials): string {
  return vault.seal(JSON.stringify(credentials), credentialsPurpose(numberId))
}

export function openCredentials(vault: Vault, numberId: string, sealed: string): Credentials {
  return JSON.parse(vault.open(sealed, credentialsPurpose(numberId))) as Credentials
}

/** Encrypts the credentials for the services that call the provider. The vault purpose is `number <id>`. */
export function sealForSenders(
  vault: Vault,
  numberId: string,
  access: { phoneNumberId: string; accessToken: string },
): string {
  const { phoneNumberId, accessToken } = access
  return vault.seal(JSON.stringify({ phoneNumberId, accessToken }), numberCredentialsPurpose(numberId))
}
