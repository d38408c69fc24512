import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Post } from '../entities/post.ts'
import { presentPost } from './present.ts'

/** One post. */
export const get: Verb<typeof groups.posts.get, GroupsRuntime> = async ({ ctx, input }) => {
  const { id: channelId } = await findChannel(ctx, input.id)
  const row = await ctx.em.findOne(Post, { id: input.post, channelId })
  return presentPost(ctx.em, row ?? fail('post:not_found'))
}
