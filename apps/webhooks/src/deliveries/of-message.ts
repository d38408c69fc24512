import { isoTime, type Verb } from '@posthorn/chassis'
import type { OutputOf, webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Webhook } from '../entities/webhook.ts'
import { listMessageAttempts } from './of-message.sql.ts'

type MessageAttemptView = OutputOf<typeof webhooks.deliveries.ofMessage>[number]

const max = 500

/** Lists the delivery attempts about a message; a key limited to numbers sees those of its webhooks. */
export const ofMessage: Verb<typeof webhooks.deliveries.ofMessage, WebhooksRuntime> = async ({ ctx, input }) => {
  const all = await listMessageAttempts(ctx.em, { workspace: ctx.workspace, message: input.id, max })
  const ids = [...new Set(all.map(({ webhook }) => webhook))]
  const visible = ctx.call.numbers
    ? new Set((await ctx.em.find(Webhook, { id: { $in: ids } })).map(({ id }) => id))
    : null
  return all
    .filter(({ webhook }) => visible?.has(webhook) ?? true)
    .map(({ startedAt, ...attempt }) => ({ at: isoTime(startedAt), ...attempt }) as MessageAttemptView)
}
