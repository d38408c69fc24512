import type { Post } from '@posthorn/sdk'
import { api, itemQuery } from '../../api/api.ts'

export const channelQuery = itemQuery('channels', api.channels.get)

/** Statuses of a post that is at work, so that its counts change from second to second. */
const working: readonly string[] = ['testing', 'gathering', 'posting', 'stopping'] satisfies Post['status'][]

/** Milliseconds between reads of posts, because no event announces their counts. They change even after a post's end, as people read it. */
export const postPollMs = (posts: readonly Pick<Post, 'status'>[]) =>
  posts.some(({ status }) => working.includes(status)) ? 2_000 : 30_000
