import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

const dayMs = 86_400_000
/** Refreshed every minute while shown. */
const refetchInterval = 60_000

/** Messages and deliveries of the last days, including today. */
export const usageQuery = (workspace: string, days: number) =>
  queryOptions({
    queryKey: ['usage', workspace, days],
    queryFn: ({ signal }) => {
      const today = new Date().setUTCHours(0, 0, 0, 0)
      return api.statistics.usage({ from: new Date(today - (days - 1) * dayMs).toISOString() }, { signal })
    },
    refetchInterval,
  })

/** Longest range of the delivery statistics, in days. */
const deliveryDays = 31

/** Outcomes of a number's messages in the last days, at most 31. */
export const deliveryQuery = (workspace: string, number: string, days: number) =>
  queryOptions({
    queryKey: ['usage', workspace, 'delivery', number, days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Math.min(days, deliveryDays) * dayMs).toISOString()
      return api.statistics.deliveries({ id: number, interval: 'day', from }, { signal })
    },
    refetchInterval,
    enabled: number !== '',
  })

/** Longest ranges of the answer statistics, in days. */
const answerDays = { day: 92, hour: 20 } as const

/** Longest range of the inbox statistics, in days. */
const inboxDays = 31

/** Messages and response times of the last days: at most 92 by day, 20 by hour. */
export const answersQuery = (workspace: string, days: number, interval: 'day' | 'hour') =>
  queryOptions({
    queryKey: ['usage', workspace, 'answers', interval, days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Math.min(days, answerDays[interval]) * dayMs).toISOString()
      return api.statistics.answers({ interval, from }, { signal })
    },
    refetchInterval,
  })

/** Rating questions of the last days, and their answers. */
export const ratingsQuery = (workspace: string, days: number) =>
  queryOptions({
    queryKey: ['usage', workspace, 'ratings', days],
    queryFn: ({ signal }) =>
      api.statistics.ratings({ from: new Date(Date.now() - days * dayMs).toISOString() }, { signal }),
    refetchInterval,
  })

/** Waiting customers now, and messages and questions of the last days, at most 31. */
export const inboxQuery = (workspace: string, days: number) =>
  queryOptions({
    queryKey: ['usage', workspace, 'inbox', days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Math.min(days, inboxDays) * dayMs).toISOString()
      return api.statistics.inbox({ interval: 'day', from }, { signal })
    },
    refetchInterval,
  })
