import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Subscriber } from '../entities/subscriber.ts'
import { presentSubscriber } from './present.ts'

/** Subscribes people; who left by a word stays out unless they asked again. */
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
