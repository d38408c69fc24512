import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel } from '../entities/channel.ts'
import { Post, type PostRow, type PostStatus } from '../entities/post.ts'
import { presentPosts } from './present.ts'

const ended: PostStatus[] = ['stopped', 'posted']

/** The posts of all channels that the caller may see, newest first. */
export const listAll: Verb<typeof groups.posts.listAll, GroupsRuntime> = async ({ ctx, input }) => {
  const filters: FilterQuery<PostRow>[] = [await ofVisibleChannels(ctx)]
  if (input.ended !== undefined) filters.push({ status: input.ended ? { $in: ended } : { $nin: ended } })
  const page = await listPage<PostRow>(ctx, input, {
    entity: Post,
    list: 'posts',
    order: { column: 'id', direction: 'desc' },
    where: { $and: filters },
  })
  return { items: await presentPosts(ctx.em, page.rows), next: page.next }
}

async function ofVisibleChannels({ em, call }: Pick<VerbContext, 'em' | 'call'>): Promise<FilterQuery<PostRow>> {
  if (!call.numbers) return {}
  const channels = await em.find(Channel, {}, { fields: ['id'] })
  return { channelId: { $in: channels.map(({ id }) => id) } }
}
