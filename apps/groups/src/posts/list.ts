import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import { findChannel } from '../channels/find.ts'
import type { GroupsRuntime } from '../config.ts'
import { Post, type PostRow } from '../entities/post.ts'
import { presentPosts } from './present.ts'

/** The posts of a channel, newest first. */
export const list: Verb<typeof groups.posts.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findChannel(ctx, input.id)
  const page = await listPage<PostRow>(ctx, input, {
    entity: Post,
    list: `posts ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { channelId: input.id },
  })
  return { items: await presentPosts(ctx.em, page.rows), next: page.next }
}
