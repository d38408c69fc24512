import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Subscriber } from '../entities/subscriber.ts'
import { presentSubscriber } from './present.ts'

/** Unsubscribes people; who is out already stays as they are. Who may fit the segment of a channel is noted as out of it. */
export const remove: Verb<typeof groups.subscribers.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const { workspaceId, id: channelId, segmentId } = await findChannel(ctx, input.id)
  const rows = await ctx.em.find(Subscriber, { channelId, id: { $in: input.phones } }, { orderBy: { id: 'asc' } })
  const out = { subscribed: false, by: 'you' as const, optedOutAt: new Date() }
  for (const row of rows) if (row.subscribed) ctx.em.assign(row, out)
  const known = new Set(rows.map(({ id }) => id))
  const others = segmentId ? [...new Set(input.phones)].filter((phone) => !known.has(phone)).toSorted() : []
  for (const id of others) rows.push(ctx.em.create(Subscriber, { workspaceId, channelId, id, ...out }))
  await ctx.em.flush()
  return rows.map(presentSubscriber)
}
