import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { userAgent } from '../delivery/post.ts'
import { attemptPausesMs } from '../delivery/schedule.ts'

const headers = [
  { name: 'Webhook-Id', meaning: 'Id of the event, the same at every attempt' },
  { name: 'Webhook-Timestamp', meaning: 'When this attempt was signed, Unix seconds' },
  { name: 'Webhook-Signature', meaning: 'One v1,<base64> for each signing secret in force, separated by spaces' },
  { name: 'Webhook-Replay', meaning: 'true where a replay posts it; absent otherwise' },
  { name: 'traceparent', meaning: 'The W3C trace of what caused the event, where there is one' },
]

/** How long ago a delivery may have been signed for a careful receiver, as Standard Webhooks has it. */
const toleranceSeconds = 300

/** Where requests come from, by configuration, and what deliveries look like. */
export const get: Verb<typeof webhooks.egress.get, WebhooksRuntime> = async ({ ctx }) => {
  const { EGRESS_ADDRESSES, DELIVERY_TIMEOUT_MS, RETRY_SCALE, ALLOW_PRIVATE_ADDRESSES } = ctx.runtime.config
  return {
    addresses: EGRESS_ADDRESSES,
    webhooks: {
      method: 'POST' as const,
      userAgent,
      headers,
      signature: {
        standard: 'Standard Webhooks' as const,
        header: 'Webhook-Signature',
        version: 'v1' as const,
        algorithm: 'HMAC-SHA256' as const,
        signs: '{Webhook-Id}.{Webhook-Timestamp}.{body}',
        key: 'signingSecret without whsec_, decoded from base64',
        toleranceSeconds,
      },
      timeoutMs: DELIVERY_TIMEOUT_MS,
      redirects: false as const,
      success: '200–299',
      retryPausesSeconds: attemptPausesMs.map((pauseMs) => (pauseMs * RETRY_SCALE) / 1000),
    },
    fetches: { methods: ['GET'], protocols: ['http', 'https'], privateAddresses: ALLOW_PRIVATE_ADDRESSES },
  }
}
