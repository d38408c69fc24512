import { listPage, type Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Replay, type ReplayRow } from '../entities/replay.ts'
import { findWebhook } from '../webhooks/find.ts'
import { presentReplays } from './present.ts'

/** Lists the replays of a webhook, newest first. */
export const list: Verb<typeof webhooks.replays.list, WebhooksRuntime> = async ({ ctx, input }) => {
  await findWebhook(ctx.em, input.id)
  const page = await listPage<ReplayRow>(ctx, input, {
    entity: Replay,
    list: `replays ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { webhookId: input.id },
  })
  return { items: await presentReplays(ctx.em, page.rows), next: page.next }
}
