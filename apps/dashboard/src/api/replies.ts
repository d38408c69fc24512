import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const repliesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['replies', workspace],
    queryFn: async ({ signal }) => (await api.replies.list({ size: 100 }, { signal }).page()).items,
  })
