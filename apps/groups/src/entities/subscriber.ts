import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The subscription of a person to a channel, with when it began and ended. `id` is the phone. */
export const Subscriber = defineEntity({
  name: 'Subscriber',
  tableName: 'subscriber',
  properties: {
    workspaceId: p.string().primary(),
    channelId: p.string().primary(),
    id: p.string().primary(),
    subscribed: p.boolean(),
    by: p.string().$type<'you' | 'word'>(),
    optedInAt: p.datetime().nullable(),
    optedOutAt: p.datetime().nullable(),
  },
})

/** A row of `subscriber`. */
export type SubscriberRow = InferEntity<typeof Subscriber>
