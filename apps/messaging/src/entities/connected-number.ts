import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

export type ProviderIds = { phoneNumberId: string; businessAccountId: string | null }

/** A number with the data needed for sending. Copied from `number:credentials` events of the numbers service, which owns it. */
export const ConnectedNumber = defineEntity({
  name: 'ConnectedNumber',
  tableName: 'known_number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    version: p.integer(),
    provider: p.string(),
    phone: p.string().nullable(),
    name: p.string(),
    providerIds: p.json<ProviderIds>().nullable(),
    isDefault: p.boolean(),
    connected: p.boolean(),
    ciphertext: p.string().nullable(),
    refuses: p.boolean().default(false),
  },
})

export type ConnectedNumberRow = InferEntity<typeof ConnectedNumber>
