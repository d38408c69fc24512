import { exampleIncoming, exampleSummaries } from '../messaging/examples.ts'

const at = '2026-11-20T08:30:00.000Z'

export const exampleIds = {
  webhook: 'whk_01k5v2s8xgf9hb3m4q7r8t9w0y',
  endpoint: 'end_01k5v2s8xgf9hb3m4q7r8t9w0y',
  delivery: 'dlv_01k5v2s8xgf9hb3m4q7r8t9w0y',
  replay: 'rpl_01k5v2s8xgf9hb3m4q7r8t9w0y',
  event: 'evt_01k5v2s8xgf9hb3m4q7r8t9w0y',
} as const

const url = 'https://example.com/hooks/posthorn'

export const exampleWebhook = {
  id: exampleIds.webhook,
  name: 'Shop',
  url,
  urls: [url],
  endpoints: [
    {
      id: exampleIds.endpoint,
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
  id: exampleIds.event,
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

/** A delivery that succeeded at the first attempt. */
export const exampleDelivery = {
  id: exampleIds.delivery,
  webhook: exampleIds.webhook,
  endpoint: exampleIds.endpoint,
  url,
  event: { id: exampleIds.event, event: 'message:in', kind: 'message:in', sequence: 1042, at },
  status: 'succeeded' as const,
  attempts: 1,
  lastHttpStatus: 200,
  lastError: null,
  nextAttemptAt: null,
  createdAt: at,
  completedAt: at,
}
