import { queryOptions } from '@tanstack/react-query'
import { api, poll } from '../../api/api.ts'
import { serverNow } from '../../parts/moment.tsx'
import { type Period, periodsOf } from './sums.ts'

/** Refreshed every minute while shown. */
const refetchInterval = poll(60_000)

/** Longest period for each kind of statistics, in days: the API refuses more than 31 days, or 500 hours. */
const daysMax = { deliveries: 30, inbox: 30, hours: 20 }

export type Scope = { workspace: string; days: number; timeZone: string }

/** A report for a period, and for the previous period if that could be read. */
export type Compared<T> = { now: T; before: T | undefined }

type Read<T> = (period: Period & { timeZone: string }, signal: AbortSignal) => Promise<T>

/**
 * Reads a report for the last `days` days, including today, and for the same number of days before them. `key` tells the reports apart;
 * `read` reads one of the two periods.
 */
function comparedQuery<T>(
  key: readonly unknown[],
  { workspace, days, timeZone }: Scope,
  read: Read<T>,
  enabled = true,
) {
  return queryOptions({
    queryKey: ['usage', workspace, ...key, days, timeZone],
    queryFn: async ({ signal }): Promise<Compared<T>> => {
      const { now, before } = periodsOf(days, timeZone, serverNow())
      const [current, earlier] = await Promise.all([
        read({ ...now, timeZone }, signal),
        // May be missing, because it can be older than the oldest messages that are kept.
        read({ ...before, timeZone }, signal).catch(() => undefined),
      ])
      return { now: current, before: earlier }
    },
    refetchInterval,
    enabled,
  })
}

/** Returns the scope with a period of at most this many days, because the API refuses longer ones. */
const atMost = (scope: Scope, days: number): Scope => ({ ...scope, days: Math.min(scope.days, days) })

/** Messages, and webhook deliveries, which are kept for only 31 days. */
export const usageQuery = (scope: Scope) =>
  comparedQuery([], scope, (period, signal) => api.statistics.usage(period, { signal }))

/** Outcomes of a number's messages, for at most 30 days. */
export const deliveryQuery = (scope: Scope, numberId: string) =>
  comparedQuery(
    ['delivery', numberId],
    atMost(scope, daysMax.deliveries),
    (period, signal) => api.statistics.deliveries({ id: numberId, interval: 'day', ...period }, { signal }),
    numberId !== '',
  )

/** Messages and response times by day, or by hour for at most 20 days. */
export const answersQuery = (scope: Scope, interval: 'day' | 'hour') =>
  comparedQuery(['answers', interval], interval === 'hour' ? atMost(scope, daysMax.hours) : scope, (period, signal) =>
    api.statistics.answers({ interval, ...period }, { signal }),
  )

/** Rating questions, and customers' answers to them. */
export const ratingsQuery = (scope: Scope) =>
  comparedQuery(['ratings'], scope, ({ from, to }, signal) => api.statistics.ratings({ from, to }, { signal }))

/** Customers who are waiting now; messages and questions, for at most 30 days. */
export const inboxQuery = (scope: Scope) =>
  comparedQuery(['inbox'], atMost(scope, daysMax.inbox), (period, signal) =>
    api.statistics.inbox({ interval: 'day', ...period }, { signal }),
  )
