import type { Vault } from '@posthorn/chassis'

/** What opens a number at its provider and proves its callbacks. `appSecrets`: the current one, then the one before. */
export type Credentials = { accessToken: string; appSecrets: string[]; verifyToken: string }

/** What the credentials of a number are sealed for. */
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

/** What the services that call the provider need, under the purpose they know: `number <id>`. */
export function sealForSenders(
  vault: Vault,
  numberId: string,
  line: { phoneNumberId: string; accessToken: string },
): string {
  const { phoneNumberId, accessToken } = line
  return vault.seal(JSON.stringify({ phoneNumberId, accessToken }), `number ${numberId}`)
}
