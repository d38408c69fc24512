import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Ids of a number and of its account at the provider, as events show them. */
export type ProviderIds = { phoneNumberId: string; businessAccountId: string | null }

/** A number as the sender needs it: fed by `number:credentials`, owned by the numbers service. */
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

/** A row of `known_number`. */
export type ConnectedNumberRow = InferEntity<typeof ConnectedNumber>
