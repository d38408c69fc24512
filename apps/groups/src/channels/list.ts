import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel, type ChannelRow } from '../entities/channel.ts'
import { presentChannel } from './present.ts'

/** Channels, newest first. */
export const list: Verb<typeof groups.channels.list, GroupsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ChannelRow>(ctx, input, {
    entity: Channel,
    list: 'channels',
    order: { column: 'id', direction: 'desc' },
    where: input.number ? { numberId: input.number } : {},
  })
  return { items: await Promise.all(page.rows.map((row) => presentChannel(ctx.em, row))), next: page.next }
}
