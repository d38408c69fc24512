import { defineEntity, p } from '@mikro-orm/core'

/** The provider's id of a message sent by a simulator number, so that a simulation can refer to it by our id. */
export const SentMessage = defineEntity({
  name: 'SentMessage',
  tableName: 'sent_message',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    providerId: p.string(),
  },
})
