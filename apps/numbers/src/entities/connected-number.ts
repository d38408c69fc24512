import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Vault } from '@posthorn/chassis'
import type { numbers, OutputOf, QuietHours } from '@posthorn/contracts'

export type Device = Omit<OutputOf<typeof numbers.numbers.get>['device'], 'checkedAt'>

/** Stored status of a number at the provider. Fields that were never reported are missing. */
export type StoredDevice = Partial<Device>

export const ConnectedNumber = defineEntity({
  name: 'ConnectedNumber',
  tableName: 'number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    phone: p.string().nullable(),
    name: p.string(),
    provider: p.string().$type<'cloud' | 'simulator'>(),
    phoneNumberId: p.string(),
    businessAccountId: p.string().nullable(),
    /** Encrypted `Credentials`. Null once the number is disconnected. */
    credentials: p.text().nullable(),
    status: p.string().$type<'connecting' | 'active' | 'restricted' | 'disconnected' | 'error'>(),
    sessionStatus: p.string().$type<'online' | 'offline' | 'pending' | 'error'>(),
    sessionSince: p.datetime(),
    sessionErrorCode: p.string().nullable(),
    sessionErrorMessage: p.string().nullable(),
    isDefault: p.boolean(),
    ratePerSecond: p.double().$type<number>().nullable(),
    quietHours: p.json<QuietHours>().nullable(),
    country: p.text().nullable(),
    device: p.json<StoredDevice>(),
    version: p.integer().default(1),
    checkedAt: p.datetime(),
    createdAt: p.datetime(),
  },
})

export type NumberRow = InferEntity<typeof ConnectedNumber>

/** A number's provider credentials and callback secrets. `appSecrets` lists the current secret, then the previous one. */
export type Credentials = { accessToken: string; appSecrets: string[]; verifyToken: string }

/** Returns the vault purpose for a number's credentials. With its id, no ciphertext opens as another number's. */
export const credentialsPurpose = (numberId: string): string => `credentials of ${numberId}`

/** Encrypts a number's credentials for storage. */
export const sealCredentials = (vault: Vault, numberId: string, credentials: Credentials): string =>
  vault.seal(JSON.stringify(credentials), credentialsPurpose(numberId))

/** Decrypts a number's stored credentials. */
export const openCredentials = (vault: Vault, numberId: string, sealed: string): Credentials =>
  JSON.parse(vault.open(sealed, credentialsPurpose(numberId))) as Credentials

/** Renews what is given. The app secret before a new one is kept as well, because callbacks signed with it may still be in transit. */
export function renewCredentials(
  credentials: Credentials,
  { accessToken, appSecret }: { accessToken?: string | undefined; appSecret?: string | undefined },
): Credentials {
  const { appSecrets } = credentials
  return {
    ...credentials,
    ...(accessToken !== undefined && { accessToken }),
    ...(appSecret !== undefined && {
      appSecrets: [appSecret, ...appSecrets.filter((known) => known !== appSecret)].slice(0, 2),
    }),
  }
}

/** What messages between a phone number and one of our numbers showed: whether the phone number uses WhatsApp. */
export const PhoneRecord = defineEntity({
  name: 'KnownPhone',
  tableName: 'known_phone',
  properties: {
    workspaceId: p.string().primary(),
    phone: p.string().primary(),
    numberId: p.string().primary(),
    isThere: p.boolean(),
    learnedAt: p.datetime(),
  },
})

/** A provider update that wasn't fully read. */
export const UnreadUpdate = defineEntity({
  name: 'UnreadUpdate',
  tableName: 'unread_update',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    field: p.string(),
    /** The update as the provider sent it, or null if it is too large to keep. */
    raw: p.json<unknown>().nullable(),
    receivedAt: p.datetime(),
  },
})

export type UnreadUpdateRow = InferEntity<typeof UnreadUpdate>
