import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The workspace with its settings. */
export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })
