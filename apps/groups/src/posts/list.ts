import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import type { groups, OutputOf } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Channel } from '../entities/channel.ts'
import { Post, type PostRow } from '../entities/post.ts'
import { presentPosts } from './present.ts'

/** The posts to the channels that the caller may see, newest first. */
export const list: Verb<typeof groups.posts.list, GroupsRuntime> = async ({ ctx, input }) => {
  const { channel, status } = input
  const page = await listPage<PostRow>(ctx, input, {
    entity: Post,
    list: 'posts',
    order: { column: 'id', direction: 'desc' },
    where: {
      $and: [
        await ofVisibleChannels(ctx),
        channel === undefined ? {} : { channelId: channel },
        status === undefined ? {} : { $or: status.map(hasStatus) },
      ],
    },
  })
  return { items: await presentPosts(ctx.em, page.rows), next: page.next }
}

/** While people are still added, a post that is stored as `posting` is shown as `gathering`. */
function hasStatus(status: OutputOf<typeof groups.posts.get>['status']): FilterQuery<PostRow> {
  if (status === 'gathering') return { status: 'posting', gatherAfter: { $ne: null } }
  return status === 'posting' ? { status, gatherAfter: null } : { status }
}

async function ofVisibleChannels({ em, call }: Pick<VerbContext, 'em' | 'call'>): Promise<FilterQuery<PostRow>> {
  if (!call.numbers) return {}
  const channels = await em.find(Channel, {}, { fields: ['id'] })
  return { channelId: { $in: channels.map(({ id }) => id) } }
}
