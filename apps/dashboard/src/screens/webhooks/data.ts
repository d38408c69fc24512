import type { DeliveryWithAttempts, Replay, Webhook } from '@posthorn/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, itemQuery, paged, poll } from '../../api/api.ts'
import { serverNow } from '../../parts/moment.tsx'
import type { Tone } from '../../parts/page.tsx'
import { say } from '../../words/words.ts'
import { intervalOf, type Span, spanMs, type TimeRange } from './range.ts'

export const webhookQuery = itemQuery('webhooks', api.webhooks.get)

export const deliveryStatuses = ['waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired'] as const

type DeliveryStatus = (typeof deliveryStatuses)[number]

export type WebhookDelivery = Omit<DeliveryWithAttempts, 'attemptLog'>

export const deliveriesQuery = (workspaceId: string, webhookId: string, status: DeliveryStatus | undefined) =>
  paged<WebhookDelivery>(['webhooks', workspaceId, webhookId, 'deliveries', status], (cursor, options) =>
    api.webhooks
      .deliveries({ id: webhookId, size: 50, ...cursor, ...(status ? { status: [status] } : {}) }, options)
      .page(),
  )

/**
 * A webhook's newest replays, read every second while one of them queues deliveries, and less often while some haven't been attempted: those
 * that were canceled or expired never are.
 */
export const replaysQuery = (workspaceId: string, webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, webhookId, 'replays'],
    queryFn: async ({ signal }) => (await api.replays.list({ id: webhookId, size: 20 }, { signal }).page()).items,
    refetchInterval: (query) => {
      const replays = query.state.data?.filter(isOpen) ?? []
      return poll(replays.some(({ status }) => status === 'running') ? 1_000 : replays.length > 0 && 10_000)(query)
    },
  })

/** Returns how many of a replay's deliveries have been attempted. Some may be attempted again. */
export const attemptedOf = ({ now }: Replay): number => now.ok + now.refused + now.silent

/** Whether a replay is still queuing deliveries, or has some that haven't been attempted yet. */
export const isOpen = (replay: Replay) => replay.status === 'running' || attemptedOf(replay) < replay.queued

/** Maximum number of deliveries to draw individually. */
export const fewDeliveries = 200

/** Returns the ends of a range as the API expects them. */
export const timesOf = ({ fromMs, toMs }: TimeRange) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})

/** A webhook's deliveries over time, in a range or in a span that ends now by the server's clock. */
export const statisticsQuery = (workspaceId: string, webhookId: string, period: TimeRange | Span) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, webhookId, 'statistics', period],
    queryFn: ({ signal }) => {
      const nowMs = serverNow()
      const range = typeof period === 'string' ? { fromMs: nowMs - spanMs[period], toMs: nowMs } : period
      return api.webhooks.statistics({ id: webhookId, ...timesOf(range), interval: intervalOf(range) }, { signal })
    },
    refetchInterval: poll(5_000),
  })

/** Returns the filter for deliveries that were created in a range. */
const creationIn = (range: TimeRange) => {
  const { from, to } = timesOf(range)
  return { createdAfter: from, createdBefore: to }
}

/**
 * The newest deliveries that were created in a range. Read only for a range with few enough to draw individually, so these are all of them,
 * except those that a replay created later.
 */
export const rangeDeliveriesQuery = (workspaceId: string, webhookId: string, range: TimeRange) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, webhookId, 'range', range],
    queryFn: async ({ signal }): Promise<WebhookDelivery[]> =>
      (await api.webhooks.deliveries({ id: webhookId, ...creationIn(range), size: fewDeliveries }, { signal }).page())
        .items,
    placeholderData: keepPreviousData,
  })

/** How many events a replay of a range would deliver, and how many of their deliveries failed or still wait. */
export const replayCountQuery = (workspaceId: string, webhookId: string, range: TimeRange | undefined) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, webhookId, 'count', range],
    queryFn: ({ signal }) =>
      api.replays.preview({ id: webhookId, ...timesOf(range ?? { fromMs: 0, toMs: 0 }) }, { signal }),
    enabled: range !== undefined,
    refetchInterval: poll(5_000),
  })

/** A delivery with its attempts, read again while it waits for another attempt, because no event announces attempts. */
export const deliveryQuery = (workspaceId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, 'delivery', deliveryId],
    queryFn: ({ signal }) => api.deliveries.get({ id: deliveryId }, { signal }),
    refetchInterval: (query) => poll(query.state.data?.status === 'waiting' ? 3_000 : false)(query),
  })

/** All kinds of events. Read once, because only another version of the server has others. */
export const kindsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['kinds', workspaceId],
    queryFn: () => api.events.kinds(),
    staleTime: Number.POSITIVE_INFINITY,
  })

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  waiting: 'warn',
  parked: 'warn',
  succeeded: 'good',
  exhausted: 'bad',
  canceled: 'quiet',
  expired: 'bad',
}

export function deliveryStatusOf(status: DeliveryStatus): { tone: Tone; text: string } {
  return { tone: tones[status], text: say(`delivery.${status}`) }
}

const replayTones: Readonly<Record<Replay['status'], Tone>> = { running: 'warn', finished: 'good', stopped: 'quiet' }

/** Returns a replay's status. While it runs, it shows an inactive webhook's status instead, because nothing is delivered. */
export function replayStatusOf({ status }: Replay, webhook: Webhook): { tone: Tone; text: string } {
  const isHeld = status === 'running' && webhook.status !== 'active'
  return { tone: replayTones[status], text: isHeld ? say(`webhook.${webhook.status}`) : say(`replay.${status}`) }
}
