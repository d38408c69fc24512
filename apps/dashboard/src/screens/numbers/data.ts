import type { MessagesListInput } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Message } from '../../api/kinds.ts'

export const numberQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['numbers', workspace, id], queryFn: ({ signal }) => api.numbers.get({ id }, { signal }) })

/** A number's queue. Polled every two seconds, because it changes constantly. */
export const queueQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['numbers', workspace, id, 'queue'],
    queryFn: ({ signal }) => api.queues.get({ id }, { signal }),
    refetchInterval: 2_000,
  })

/** Number of waiting messages that are read. If there are as many, there may be more. */
export const waitingShown = 100

/** The oldest messages in a number's queue, or in all queues. */
export const waitingQuery = (workspace: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['numbers', workspace, id ?? 'all', 'waiting'],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const input: MessagesListInput = {
        ...(id === undefined ? {} : { number: [id] }),
        status: ['queued', 'scheduled'],
        sort: 'createdAt:asc',
        size: waitingShown,
      }
      return (await api.messages.list(input, { signal }).page()).items
    },
    refetchInterval: 3_000,
  })

export const profileQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['profiles', workspace, id],
    queryFn: ({ signal }) => api.profiles.get({ id }, { signal }),
  })
