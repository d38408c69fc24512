import { defineEntity, p } from '@mikro-orm/core'

/** What a message sent by a simulator number is called at the provider: so that it can be named by our id when it is played with. */
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
