import type { Verb } from '@posthorn/chassis'
import { fail, type groups, newId, withNames } from '@posthorn/contracts'
import { findChannel } from '../channels/channels.ts'
import type { GroupsRuntime } from '../config.ts'
import { deliverTime } from './deliver-time.ts'
import { presentPost } from './present.ts'
import { startPost } from './start.ts'

/** Takes a post for everyone of the channel; the `post` loop hands it to the queue. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const channel = await findChannel(ctx, input.channel, 'channel')
  const { channel: _channel, test, deliverAt, ...body } = input
  const content = body.contacts ? { ...body, contacts: withNames(body.contacts) } : body
  const post = { channel, id: newId('pst'), content, deliverAt: deliverTime(deliverAt) }
  const row = (await startPost(ctx, { ...post, ...(test && { test }) })) ?? fail('channel:empty')
  ctx.wake('post')
  return presentPost(ctx.em, row)
}
