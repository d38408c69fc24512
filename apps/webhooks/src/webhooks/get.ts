import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { showWebhook } from './find.ts'

/** Returns a webhook with the health of its endpoints. */
export const get: Verb<typeof webhooks.webhooks.get, WebhooksRuntime> = ({ ctx, input }) =>
  showWebhook(ctx.em, input.id)
