import type { Runtime, ServiceConfig } from '@posthorn/chassis'
import type { VettedFetcher } from '@posthorn/http'
import { z } from 'zod'
import type { Dispatcher } from './delivery/dispatcher.ts'
import type { Waiters } from './eventlog/waiters.ts'

export const config = {
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Webhooks may use http and private addresses; only for development on one machine'),
  EGRESS_ADDRESSES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()])))
    .describe('Networks of outgoing requests, as CIDR, comma separated; GET /v1/meta/egress shows them to callers'),
  DELIVERY_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000)
    .default(200)
    .describe(
      'Highest number of deliveries at the same time; slow receivers have half of them at most, and from 40 on a workspace a quarter',
    ),
  DELIVERY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(20_000)
    .default(15_000)
    .describe('Time for one whole exchange with a receiver; must end well before the lease of 30 s'),
  DELIVERY_PREFETCH_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(100)
    .describe(
      'Deliveries leased in advance, as many as a receiver takes in this time; they do not notice a change of its webhook',
    ),
  RETRY_SCALE: z.coerce
    .number()
    .min(0.000001)
    .max(1)
    .default(1)
    .describe('Factor on the pauses between attempts and of the breaker; below 1 for tests only'),
}

export type WebhooksDeps = {
  fetcher: VettedFetcher
  dispatcher: Dispatcher
  waiters: Waiters
  /** Waits for requests in flight, then closes all connections to receivers. */
  close(): Promise<void>
}

export type WebhooksRuntime = Runtime<ServiceConfig<typeof config>, WebhooksDeps>
