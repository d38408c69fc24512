import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/queries.ts'

export const keysQuery = (workspace: string) =>
  paged(['keys', workspace], (cursor, options) => api.keys.list({ size: 100, ...cursor }, options).page())

export const keyQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['keys', workspace, id], queryFn: ({ signal }) => api.keys.get({ id }, { signal }) })

/** How often a key was used, by day and operation. */
export const usageQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['keys', workspace, id, 'use'],
    queryFn: ({ signal }) => api.keys.usage({ id }, { signal }),
  })
