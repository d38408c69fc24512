import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Subscriber } from '../entities/subscriber.ts'
import { presentSubscriber } from './present.ts'

/** Unsubscribes people; who is out already stays as they are. */
export const remove: Verb<typeof groups.subscribers.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const { id: channelId } = await findChannel(ctx, input.id)
  const rows = await ctx.em.find(Subscriber, { channelId, id: { $in: input.phones } }, { orderBy: { id: 'asc' } })
  for (const row of rows)
    if (row.subscribed) ctx.em.assign(row, { subscribed: false, by: 'you', optedOutAt: new Date() })
  await ctx.em.flush()
  return rows.map(presentSubscriber)
}
