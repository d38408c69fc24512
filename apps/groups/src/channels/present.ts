import type { EntityManager } from '@mikro-orm/postgresql'
import type { groups } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ChannelRow } from '../entities/channel.ts'
import { Subscriber } from '../entities/subscriber.ts'

type ChannelView = z.input<typeof groups.channels.get.output>

/** A channel as answers show it, with how many are subscribed now. */
export async function presentChannel(em: EntityManager, row: ChannelRow): Promise<ChannelView> {
  return {
    id: row.id,
    number: row.numberId,
    name: row.name,
    description: row.description ?? null,
    segment: row.segmentId ?? null,
    subscribers: await em.count(Subscriber, { channelId: row.id, subscribed: true }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
