import { exampleIncoming, exampleSummaries } from '../messaging/examples.ts'

const at = '2026-11-20T08:30:00.000Z'

export const webhookExampleIds = {
  webhook: 'whk_01k5v2s8xgf9hb3m4q7r8t9w0y',
  endpoint: 'end_01k5v2s8xgf9hb3m4q7r8t9w0y',
  delivery: 'dlv_01k5v2s8xgf9hb3m4q7r8t9w0y',
  replay: 'rpl_01k5v2s8xgf9hb3m4q7r8t9w0y',
  event: 'evt_01k5v2s8xgf9hb3m4q7r8t9w0y',
} as const

const url = 'https://example.com/hooks/posthorn'

export const exampleWebhook = {
  id: webhookExampleIds.webhook,
  name: 'Shop',
  url,
  urls: [url],
  endpoints: [
    {
      id: webhookExampleIds.endpoint,
      url,
      status: 'active' as const,
      failingSince: null,
      lastSuccessAt: at,
      breaker: { status: 'closed' as const, until: null },
    },
  ],
  events: ['message:*'],
  number: null,
  secretHeader: { name: 'X-Webhook-Secret' },
  ratePerSecond: null,
  format: 'posthorn' as const,
  status: 'active' as const,
  createdAt: at,
  updatedAt: at,
}

export const exampleEvent = {
  id: webhookExampleIds.event,
  event: 'message:in',
  workspace: 'ws_01k5v2s8xgf9hb3m4q7r8t9w0y',
  sequence: 1042,
  occurredAt: at,
  version: 1 as const,
  truncated: null,
  data: {
    ...exampleIncoming,
    status: 'received' as const,
    statusAt: { received: at },
    from: { ...exampleIncoming.from, name: 'Ada', contact: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y' },
    version: 1,
    summaries: exampleSummaries,
  },
}

/** A delivery that succeeded on the first attempt. */
export const exampleDelivery = {
  id: webhookExampleIds.delivery,
  webhook: webhookExampleIds.webhook,
  endpoint: webhookExampleIds.endpoint,
  url,
  event: { id: webhookExampleIds.event, event: 'message:in', sequence: 1042, at },
  status: 'succeeded' as const,
  attempts: 1,
  lastHttpStatus: 200,
  lastError: null,
  nextAttemptAt: null,
  createdAt: at,
  completedAt: at,
}
