import type { DeliveryWithAttempts } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'

/** The webhooks of the workspace. */
export const webhooksQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['webhooks', workspace],
    queryFn: async ({ signal }) => (await api.webhooks.list({ size: 100 }, { signal }).page()).items,
  })

/** A webhook by its id. */
export const webhookQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', workspace, id],
    queryFn: ({ signal }) => api.webhooks.get({ id }, { signal }),
  })

/** States of deliveries that can be asked for. */
export const deliveryStates = ['waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired'] as const

/** A state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as lists show it. */
export type WebhookDelivery = Omit<DeliveryWithAttempts, 'attemptLog'>

/** The deliveries of a webhook, newest first. */
export const deliveriesQuery = (workspace: string, id: string, state: DeliveryState | undefined) =>
  paged<WebhookDelivery>(['webhooks', workspace, id, 'deliveries', state], (cursor, options) =>
    api.webhooks.deliveries({ id, size: 50, ...cursor, ...(state ? { state: [state] } : {}) }, options).page(),
  )

/** The replays of a webhook, newest first. */
export const replaysQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', workspace, id, 'replays'],
    queryFn: async ({ signal }) => (await api.replays.list({ id, size: 20 }, { signal }).page()).items,
    refetchInterval: ({ state }) => (state.data?.some((replay) => replay.state === 'running') ? 2_000 : false),
  })

/** A delivery with its attempts. */
export const deliveryQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', workspace, 'delivery', id],
    queryFn: ({ signal }) => api.deliveries.get({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 3_000 : false),
  })

/** The kinds of events that a webhook can subscribe to. */
export const kindsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['kinds', workspace],
    queryFn: () => api.events.kinds(),
    staleTime: Number.POSITIVE_INFINITY,
  })
