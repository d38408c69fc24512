import type { Verb } from '@posthorn/chassis'
import { deliveryHeaders, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { attemptPausesMs, userAgent } from '../delivery/attempt.ts'

/** Maximum signature age recommended by Standard Webhooks, in seconds. */
const toleranceSeconds = 300

/**
 * Describes deliveries, and the requests of other services for files and imports, so that those who run the called servers can configure firewalls
 * and verify signatures. Assumes that those services have the same settings.
 */
export const get: Verb<typeof webhooks.egress.get, WebhooksRuntime> = async ({ ctx }) => {
  const { EGRESS_ADDRESSES, DELIVERY_TIMEOUT_MS, RETRY_SCALE, ALLOW_PRIVATE_ADDRESSES } = ctx.runtime.config
  return {
    addresses: EGRESS_ADDRESSES,
    webhooks: {
      method: 'POST' as const,
      userAgent,
      headers: Object.values(deliveryHeaders),
      signature: {
        standard: 'Standard Webhooks' as const,
        header: deliveryHeaders.signature.name,
        version: 'v1' as const,
        algorithm: 'HMAC-SHA256' as const,
        signs: `{${deliveryHeaders.id.name}}.{${deliveryHeaders.timestamp.name}}.{body}`,
        key: 'signingSecret without whsec_, decoded from base64',
        toleranceSeconds,
      },
      timeoutMs: DELIVERY_TIMEOUT_MS,
      redirects: false as const,
      success: '200–299',
      retryPausesSeconds: attemptPausesMs.map((pauseMs) => (pauseMs * RETRY_SCALE) / 1000),
    },
    fetches: {
      methods: ['GET'],
      protocols: ALLOW_PRIVATE_ADDRESSES ? ['http', 'https'] : ['https'],
      privateAddresses: ALLOW_PRIVATE_ADDRESSES,
    },
  }
}
