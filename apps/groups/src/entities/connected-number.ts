import { defineEntity, p } from '@mikro-orm/core'

/** A number as far as groups need it: kept from the events of the numbers service. */
export const ConnectedNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    provider: p.string().$type<'cloud' | 'simulator'>(),
    /** Sealed for `number <id>`; null when the number is disconnected. */
    ciphertext: p.text().nullable(),
    version: p.integer(),
  },
})
