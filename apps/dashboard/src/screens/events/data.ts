import type { LoggedEvent } from '@posthorn/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

const size = 50

/** The event log, newest first, filtered by a kind or by a noun such as `message:*`. */
export const eventsQuery = (workspaceId: string, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', workspaceId, { kind }],
    queryFn: ({ pageParam, signal }): Promise<LoggedEvent[]> => {
      const before = pageParam === undefined ? {} : { before: pageParam }
      const kinds = kind === undefined ? {} : { events: [kind] }
      return api.events.list({ order: 'desc', size, ...before, ...kinds }, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < size ? undefined : page.at(-1)?.sequence),
    select: ({ pages }) => pages.flat(),
  })

export const eventQuery = (workspaceId: string, eventId: string) =>
  queryOptions({
    queryKey: ['events', workspaceId, eventId],
    queryFn: ({ signal }) => api.events.get({ id: eventId }, { signal }),
  })

export const eventDeliveriesQuery = (workspaceId: string, eventId: string) =>
  queryOptions({
    queryKey: ['events', workspaceId, eventId, 'deliveries'],
    queryFn: ({ signal }) => api.events.deliveries({ id: eventId }, { signal }),
  })
