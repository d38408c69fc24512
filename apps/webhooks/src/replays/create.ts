import type { Verb } from '@posthorn/chassis'
import { idFloor, newId, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Replay } from '../entities/replay.ts'
import { ReplayAnswers } from '../entities/replay-answers.ts'
import { ReplayEndpoint } from '../entities/replay-endpoint.ts'
import { findWebhook } from '../webhooks/find.ts'
import { presentReplay } from './present.ts'
import { readRange } from './range.ts'

/** Starts a replay: the replay loop feeds each endpoint. */
export const create: Verb<typeof webhooks.replays.create, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { row: webhook, endpoints } = await findWebhook(em, input.id)
  const now = new Date()
  const { fromAt, toAt } = readRange(input, now)
  const { events = null, chat = null, speed = null, onlyFailed, withWaiting } = input
  const scope = { webhookId: webhook.id, fromAt, toAt, events, chatId: chat, onlyFailed, withWaiting, speed }
  const row = em.create(Replay, { workspaceId, id: newId('rpl'), ...scope, createdAt: now })
  await em.flush()
  const checkpoint = idFloor('evt', fromAt.getTime())
  for (const { id: endpointId } of endpoints) {
    em.create(ReplayEndpoint, { workspaceId, replayId: row.id, endpointId, checkpoint })
    em.create(ReplayAnswers, { workspaceId, replayId: row.id, endpointId })
  }
  await em.flush()
  ctx.wake('replay')
  return presentReplay(em, row)
}
