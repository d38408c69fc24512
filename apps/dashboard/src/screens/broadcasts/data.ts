import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

export const channelQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['channels', workspace, id], queryFn: ({ signal }) => api.channels.get({ id }, { signal }) })
