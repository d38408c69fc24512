import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'

const webhookAlert = named(
  'WebhookAlertData',
  z.object({
    webhook: idOf('whk'),
    endpoint: idOf('end'),
    url: z.string().describe('Address of the endpoint'),
    since: time,
    reason: z.string().describe('Last status or error of the receiver'),
  }),
)

/** Events about webhooks themselves; part of the catalog of events. */
export const webhookEvents = {
  'webhook:failing': { when: 'A webhook endpoint has not answered 2xx for 24 h or 72 h', data: webhookAlert },
  'webhook:exhausted': {
    when: 'A delivery was given up after its last attempt; it can be retried or replayed',
    data: webhookAlert.omit({ since: true }).extend({
      delivery: idOf('dlv'),
      event: z
        .object({
          id: idOf('evt'),
          event: z.string().describe('Kind of the event'),
        })
        .describe('Event of the delivery'),
      attempts: z.int().describe('Number of attempts'),
    }),
  },
  'webhook:disabled': { when: 'A webhook endpoint was disabled; its deliveries are parked', data: webhookAlert },
} as const
