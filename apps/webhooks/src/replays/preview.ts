import type { Verb } from '@posthorn/chassis'
import { idTimeMs, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { subscribedKinds } from '../formats/formats.ts'
import { findWebhook } from '../webhooks/find.ts'
import { countRange } from './count.sql.ts'
import { readRange } from './range.ts'

const timeOf = (id: string | null) => (id === null ? null : new Date(idTimeMs(id)).toISOString())

/** Counts the events that a replay of this range would deliver, and the deliveries among them that have failed. */
export const preview: Verb<typeof webhooks.replays.preview, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row } = await findWebhook(ctx.em, input.id)
  const { fromAt, toAt } = readRange(input, new Date())
  const counted = await countRange(ctx.em, {
    workspaceId: ctx.workspace,
    webhookId: row.id,
    fromAt,
    toAt,
    kinds: subscribedKinds(row, input.events),
    numberId: row.numberId ?? null,
    chatId: input.chat ?? null,
  })
  return {
    webhook: row.id,
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
    events: counted.events,
    failed: counted.failed,
    waiting: counted.waiting,
    oldest: timeOf(counted.first),
    newest: timeOf(counted.last),
  }
}
