import { defineEntity, p } from '@mikro-orm/core'

/** Whether a phone uses WhatsApp, as messages of a number show. */
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
