import type { Contact, ContactFilter } from '@posthorn/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, paged } from '../../api/api.ts'

export const segmentQuery = (workspaceId: string, segmentId: string) =>
  queryOptions({
    queryKey: ['segments', workspaceId, segmentId],
    queryFn: ({ signal }) => api.segments.get({ id: segmentId }, { signal }),
  })

/** The contacts in a segment. */
export const membersQuery = (workspaceId: string, segmentId: string) =>
  paged<Contact>(['segments', workspaceId, segmentId, 'contacts'], (cursor, options) =>
    api.contacts.list({ segment: segmentId, size: 25, ...cursor }, options).page(),
  )

/** The number of contacts that match a filter, and some of them. Shows the previous result until the next one arrives. */
export const previewQuery = (workspaceId: string, filter: ContactFilter | undefined) =>
  queryOptions({
    queryKey: ['segments', workspaceId, 'preview', filter],
    queryFn: ({ signal }) => api.segments.preview({ filter: filter ?? {}, size: 5 }, { signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  })
