import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Subscriber, type SubscriberRow } from '../entities/subscriber.ts'
import { presentSubscriber } from './present.ts'

/** The subscribers of a channel, those who left among them, by phone. */
export const list: Verb<typeof groups.subscribers.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findChannel(ctx, input.id)
  const page = await listPage<SubscriberRow>(ctx, input, {
    entity: Subscriber,
    list: `subscribers ${input.id}`,
    order: { column: 'id', direction: 'asc' },
    where: { channelId: input.id, ...(input.status ? { subscribed: input.status === 'subscribed' } : {}) },
  })
  return { items: page.rows.map(presentSubscriber), next: page.next }
}
