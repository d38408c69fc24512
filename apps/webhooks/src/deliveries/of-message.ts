import { isoTime, type Verb } from '@posthorn/chassis'
import type { OutputOf, webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Webhook } from '../entities/webhook.ts'
import { toldOf } from './of-message.sql.ts'

type Shown = OutputOf<typeof webhooks.deliveries.ofMessage>[number]

const max = 500

/** How webhooks were told of a message; a key limited to numbers sees those webhooks that it sees otherwise. */
export const ofMessage: Verb<typeof webhooks.deliveries.ofMessage, WebhooksRuntime> = async ({ ctx, input }) => {
  const all = await toldOf(ctx.em, { workspace: ctx.workspace, message: input.id, max })
  const ids = [...new Set(all.map(({ webhook }) => webhook))]
  const seen = ctx.call.numbers ? new Set((await ctx.em.find(Webhook, { id: { $in: ids } })).map(({ id }) => id)) : null
  return all
    .filter(({ webhook }) => seen?.has(webhook) ?? true)
    .map(({ startedAt, ...told }) => ({ at: isoTime(startedAt), ...told }) as Shown)
}
