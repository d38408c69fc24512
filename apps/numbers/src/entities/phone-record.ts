import { defineEntity, p } from '@mikro-orm/core'

/** A phone of which messages of a number show whether it uses WhatsApp. */
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
