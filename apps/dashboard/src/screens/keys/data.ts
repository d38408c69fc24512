import { queryOptions } from '@tanstack/react-query'
import { api, paged } from '../../api/api.ts'

export const keysQuery = (workspaceId: string) =>
  paged(['keys', workspaceId], (cursor, options) => api.keys.list({ size: 100, ...cursor }, options).page())

export const keyQuery = (workspaceId: string, keyId: string) =>
  queryOptions({
    queryKey: ['keys', workspaceId, keyId],
    queryFn: ({ signal }) => api.keys.get({ id: keyId }, { signal }),
  })

/** How often a key was used, by day and operation. */
export const usageQuery = (workspaceId: string, keyId: string) =>
  queryOptions({
    queryKey: ['keys', workspaceId, keyId, 'use'],
    queryFn: ({ signal }) => api.keys.usage({ id: keyId }, { signal }),
  })
