import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The saved replies of the workspace, by name. */
export const repliesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['replies', workspace],
    queryFn: async ({ signal }) => (await api.replies.list({ size: 100 }, { signal }).page()).items,
  })
