import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Provider's ids of a number and of its account, as events show them. */
export type ProviderIds = { phoneNumberId: string; businessAccountId: string | null }

/** A number as the sender knows it. Copied from `number:credentials` events; the numbers service owns it. */
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
