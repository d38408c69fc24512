import type { Verb } from '@posthorn/chassis'
import {
  type FieldError,
  fail,
  idFloor,
  newId,
  publicKinds,
  subscriptionCovers,
  type webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { WebhooksRuntime } from '../config.ts'
import { Replay } from '../entities/replay.ts'
import { ReplayLane } from '../entities/replay-lane.ts'
import { findWebhook } from '../webhooks/find.ts'
import { presentReplay } from './present.ts'

type Input = z.output<typeof webhooks.replays.create.input>

const ageMsMax = 30 * 24 * 3_600_000

/** Starts a replay: one lane for each endpoint, which the replay loop feeds. */
export const create: Verb<typeof webhooks.replays.create, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { row: webhook, endpoints } = await findWebhook(em, input.id)
  const now = new Date()
  const fromAt = new Date(input.from)
  const toAt = new Date(Math.min(now.getTime(), new Date(input.to ?? now).getTime()))
  validate(input, { fromAt, toAt, now })
  const { events = null, chat = null, onlyFailed } = input
  const scope = { webhookId: webhook.id, fromAt, toAt, events, chatId: chat, onlyFailed }
  const row = em.create(Replay, { workspaceId, id: newId('rpl'), ...scope, createdAt: now })
  await em.flush()
  const checkpoint = idFloor('evt', fromAt.getTime())
  for (const { id: endpointId } of endpoints)
    em.create(ReplayLane, { workspaceId, replayId: row.id, endpointId, checkpoint })
  await em.flush()
  ctx.wake('replay')
  return presentReplay(em, row)
}

function validate({ events }: Input, { fromAt, toAt, now }: { fromAt: Date; toAt: Date; now: Date }): void {
  const errors: FieldError[] = []
  const code = 'request:invalid'
  if (now.getTime() - fromAt.getTime() > ageMsMax)
    errors.push({ path: 'from', code, message: 'is more than 30 days ago; older events are not kept' })
  if (fromAt >= toAt) errors.push({ path: 'to', code, message: 'must be after from' })
  for (const [i, name] of (events ?? []).entries()) {
    if (publicKinds.some((kind) => subscriptionCovers(name, kind))) continue
    errors.push({ path: `events.${i}`, code, message: 'is not an event; GET /v1/events/kinds lists them' })
  }
  if (errors.length > 0) fail(code, { errors })
}
