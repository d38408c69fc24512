import type { Post } from '@posthorn/sdk'
import { api, itemQuery } from '../../api/api.ts'

export const channelQuery = itemQuery('channels', api.channels.get)

/** Whether nothing more is sent. */
export const hasEnded = ({ status }: Pick<Post, 'status'>) => status === 'stopped' || status === 'posted'

const moving: readonly string[] = ['testing', 'gathering', 'posting', 'stopping'] satisfies Post['status'][]

/** Milliseconds between reads of posts: no event announces their counts. Statuses of sent messages arrive long after the end. */
export const postPollMs = (posts: readonly Pick<Post, 'status'>[]) =>
  posts.some(({ status }) => moving.includes(status)) ? 2_000 : 30_000
