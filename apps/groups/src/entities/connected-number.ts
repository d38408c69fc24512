import { defineEntity, p } from '@mikro-orm/core'

/** What groups need to know about a number. Copied from events of the numbers service. */
export const ConnectedNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    provider: p.string().$type<'cloud' | 'simulator'>(),
    /** Encrypted with the purpose `number <id>`; null once the number is disconnected. */
    ciphertext: p.text().nullable(),
    version: p.integer(),
  },
})
