import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { z } from 'zod'
import { findChannel } from '../channels/channels.ts'
import type { GroupsRuntime } from '../config.ts'
import { Subscriber, type SubscriberRow } from '../entities/channel.ts'

function presentSubscriber(row: SubscriberRow): z.input<typeof groups.subscribers.add.output>[number] {
  return {
    phone: row.id,
    status: row.subscribed ? 'subscribed' : 'unsubscribed',
    by: row.by,
    optedInAt: row.optedInAt?.toISOString() ?? null,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
  }
}

/** Subscribes people. A person who opted out by keyword stays out unless they asked to rejoin. */
export const add: Verb<typeof groups.subscribers.add, GroupsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { id: channelId } = await findChannel(ctx, input.id)
  const phones = [...new Set(input.phones)]
  const known = new Map((await em.find(Subscriber, { channelId, id: { $in: phones } })).map((row) => [row.id, row]))
  const now = new Date()
  const rows = phones.map((id) => {
    const row = known.get(id)
    const joined = { subscribed: true, by: 'you' as const, optedInAt: now, optedOutAt: null }
    if (!row) return em.create(Subscriber, { workspaceId, channelId, id, ...joined })
    if (!row.subscribed && (row.by === 'you' || input.reconsented)) em.assign(row, joined)
    return row
  })
  await em.flush()
  return rows.map(presentSubscriber)
}

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

/** Unsubscribes people, except those who have already left. Records a person who may be in the channel's segment as having left. */
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
