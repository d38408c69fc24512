import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { itemsOf } from './lists.ts'

export const repliesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['replies', workspaceId],
    queryFn: ({ signal }) => itemsOf(api.replies.list({ size: 100 }, { signal })),
  })
