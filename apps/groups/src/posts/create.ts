import type { Verb } from '@posthorn/chassis'
import { fail, type groups, newId } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Post } from '../entities/post.ts'
import { addressSubscribers } from './posts.sql.ts'
import { presentPost } from './present.ts'

/** Takes a post for everybody who is subscribed now; the `post` loop hands it to the queue. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { id: channelId } = await findChannel(ctx, input.id)
  const content = { message: input.message ?? null, template: input.template ?? null }
  const row = em.create(Post, { workspaceId, id: newId('pst'), channelId, ...content, createdAt: new Date() })
  await em.flush()
  const addressed = await addressSubscribers(em, { workspaceId, channelId, postId: row.id })
  if (addressed === 0) fail('channel:empty')
  ctx.wake('post')
  return presentPost(em, row)
}
