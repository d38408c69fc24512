import type { Message, MessagesListInput } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

export const numberQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['numbers', workspaceId, numberId],
    queryFn: ({ signal }) => api.numbers.get({ id: numberId }, { signal }),
  })

/** A number's queue. Polled every two seconds, because it changes constantly. */
export const queueQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['numbers', workspaceId, numberId, 'queue'],
    queryFn: ({ signal }) => api.queues.get({ id: numberId }, { signal }),
    refetchInterval: 2_000,
  })

/** Number of waiting messages that are read. If there are as many, there may be more. */
export const waitingShown = 100

/** The oldest messages in a number's queue, or in all queues. */
export const waitingQuery = (workspaceId: string, numberId: string | undefined) =>
  queryOptions({
    queryKey: ['numbers', workspaceId, numberId ?? 'all', 'waiting'],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const input: MessagesListInput = {
        ...(numberId === undefined ? {} : { number: [numberId] }),
        status: ['queued', 'scheduled'],
        sort: 'createdAt:asc',
        size: waitingShown,
      }
      return (await api.messages.list(input, { signal }).page()).items
    },
    refetchInterval: 3_000,
  })

export const profileQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['profiles', workspaceId, numberId],
    queryFn: ({ signal }) => api.profiles.get({ id: numberId }, { signal }),
  })
