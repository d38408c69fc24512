import type { Contact, ContactFilter } from '@posthorn/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/queries.ts'

export const segmentQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['segments', workspace, id], queryFn: ({ signal }) => api.segments.get({ id }, { signal }) })

/** The contacts in a segment. */
export const membersQuery = (workspace: string, id: string) =>
  paged<Contact>(['segments', workspace, id, 'contacts'], (cursor, options) =>
    api.contacts.list({ segment: id, size: 25, ...cursor }, options).page(),
  )

/** The number of contacts that match a filter, and some of them. Shows the previous result until the next one arrives. */
export const previewQuery = (workspace: string, filter: ContactFilter | undefined) =>
  queryOptions({
    queryKey: ['segments', workspace, 'preview', filter],
    queryFn: ({ signal }) => api.segments.preview({ filter: filter ?? {}, size: 5 }, { signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  })
