import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

const dayMs = 86_400_000
/** Figures are read anew every minute while they are shown. */
const refetchInterval = 60_000

/** The messages and deliveries of the last days, today included. */
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

/** The outcome of the messages of a number in the last days, at most 31. */
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

/** Longest ranges of the statistics of answers, in days. */
const answerDays = { day: 92, hour: 20 } as const

/** Longest range of the volume of the inbox, in days. */
const inboxDays = 31

/** Messages and times of answers of the last days: at most 92 by day, at most 20 by hour. */
export const answersQuery = (workspace: string, days: number, interval: 'day' | 'hour') =>
  queryOptions({
    queryKey: ['usage', workspace, 'answers', interval, days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Math.min(days, answerDays[interval]) * dayMs).toISOString()
      return api.statistics.answers({ interval, from }, { signal })
    },
    refetchInterval,
  })

/** Customers who wait now, and messages and questions of the last days, at most 31. */
export const inboxQuery = (workspace: string, days: number) =>
  queryOptions({
    queryKey: ['usage', workspace, 'inbox', days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Math.min(days, inboxDays) * dayMs).toISOString()
      return api.statistics.inbox({ interval: 'day', from }, { signal })
    },
    refetchInterval,
  })
