import { defineService, type PartitionedTable, type ServiceDefinition } from '@posthorn/chassis'
import { createVettedFetcher } from '@posthorn/http'
import { config, type WebhooksDeps } from './config.ts'
import { longDeliveryWaits } from './delivery/clock.sql.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { headerPurpose, secretPurpose } from './delivery/signing.ts'
import {
  Attempt,
  Delivery,
  Endpoint,
  Event,
  Replay,
  ReplayAnswers,
  ReplayEndpoint,
  Webhook,
  WebhookSecret,
  WorkspaceNumber,
} from './entities/webhook.ts'
import { createWaiters } from './eventlog/waiters.ts'
import { erase } from './events/erasure.ts'
import { recordPublicEvents } from './events/log.ts'
import { numberFromUpdate, skipLostSequences } from './events/record.sql.ts'
import { createDeliveryMetrics, registerDeliveryGauges } from './metrics.sql.ts'
import { deliveryFillfactor } from './migrations/001-baseline.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { deliver, reconcile } from './workers/deliver.ts'
import { replay } from './workers/replay.ts'

/** Retention of the log, deliveries, and attempts, in days. A delivery can be parked for 14 days and replayed for 30. */
const retention = { every: 'day', createInAdvance: 3, keep: 31 } as const
const partitions: PartitionedTable[] = [
  { table: 'event', prefix: 'evt', ...retention },
  { table: 'chat_event', prefix: 'evt', ...retention },
  { table: 'delivery', prefix: 'dlv', ...retention, fillfactor: deliveryFillfactor },
  { table: 'attempt', prefix: 'att', ...retention },
]

export const webhooksService: ServiceDefinition<typeof config, WebhooksDeps> = defineService({
  name: 'webhooks',
  config,
  entities: [
    Webhook,
    Endpoint,
    WebhookSecret,
    WorkspaceNumber,
    Event,
    Delivery,
    Attempt,
    Replay,
    ReplayEndpoint,
    ReplayAnswers,
  ],
  migrations,
  partitions,
  async deps(base) {
    const { ALLOW_PRIVATE_ADDRESSES, DELIVERY_CONCURRENCY, DELIVERY_TIMEOUT_MS } = base.config
    const { DELIVERY_PREFETCH_MS, RETRY_SCALE } = base.config
    if (ALLOW_PRIVATE_ADDRESSES) base.log.warn({}, 'private_addresses.allowed')
    const fetcher = createVettedFetcher({
      allowPrivate: ALLOW_PRIVATE_ADDRESSES,
      metrics: base.metrics,
      connectionsPerOrigin: DELIVERY_CONCURRENCY,
    })
    registerDeliveryGauges(base)
    const deliveryMetrics = createDeliveryMetrics(base.metrics)
    const dispatcher = createDispatcher(
      { ...base, deps: {} },
      {
        concurrency: DELIVERY_CONCURRENCY,
        timeoutMs: DELIVERY_TIMEOUT_MS,
        prefetchMs: DELIVERY_PREFETCH_MS,
        retryScale: RETRY_SCALE,
        fetcher,
        metrics: deliveryMetrics,
      },
    )
    const waiters = createWaiters()
    base.bus.onNudge(base.name, waiters.wake)
    return {
      fetcher,
      dispatcher,
      waiters,
      async close() {
        waiters.close()
        await dispatcher.drain()
        await fetcher.close()
      },
    }
  },
  onRestore: skipLostSequences,
  sealed: [
    {
      table: 'webhook_secret',
      column: 'sealed',
      key: ['workspace_id', 'webhook_id', 'version'],
      purpose: (_, webhook) => secretPurpose(webhook as string),
    },
    {
      table: 'webhook',
      column: 'secret_header_value',
      key: ['workspace_id', 'id'],
      purpose: (_, webhook) => headerPurpose(webhook as string),
    },
  ],
  longWaits: [longDeliveryWaits],
  // Longer than its deliveries are kept.
  expired: [{ table: 'replay', key: 'ctid', condition: `completed_at < now() - interval '90 days'` }],
  router,
  subscribers: [numberFromUpdate, recordPublicEvents],
  workers: [deliver, replay, reconcile],
  erase,
})
