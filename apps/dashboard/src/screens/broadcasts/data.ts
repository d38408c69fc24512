import type { Post, Subscriber } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'

/** The channels of the workspace, newest first. */
export const channelsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['channels', workspace],
    queryFn: async ({ signal }) => (await api.channels.list({ size: 100 }, { signal }).page()).items,
  })

/** A channel by its id. */
export const channelQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['channels', workspace, id], queryFn: ({ signal }) => api.channels.get({ id }, { signal }) })

/** The posts of a channel, newest first. */
export const postsQuery = (workspace: string, id: string) =>
  paged<Post>(['channels', workspace, id, 'posts'], (cursor, options) =>
    api.posts.list({ channel: id, size: 20, ...cursor }, options).page(),
  )

/** The people who subscribe to a channel or have left it, in the order of their phones. */
export const subscribersQuery = (workspace: string, id: string) =>
  paged<Subscriber>(['channels', workspace, id, 'subscribers'], (cursor, options) =>
    api.subscribers.list({ id, size: 50, ...cursor }, options).page(),
  )
