import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, type webhooks } from '@posthorn/contracts'
import type { z } from 'zod'
import { Replay, type ReplayRow } from '../entities/replay.ts'
import { ReplayLane } from '../entities/replay-lane.ts'
import { findWebhook } from '../webhooks/find.ts'

type Shown = z.input<typeof webhooks.replays.get.output>

/** Replays as answers show them, with what was queued over all endpoints. */
export async function presentReplays(em: EntityManager, rows: ReplayRow[]): Promise<Shown[]> {
  const lanes = await em.find(ReplayLane, { replayId: { $in: rows.map(({ id }) => id) } })
  return rows.map((row) => ({
    id: row.id,
    webhook: row.webhookId,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    events: row.events ?? null,
    chat: row.chatId ?? null,
    onlyFailed: row.onlyFailed,
    state: row.state,
    queued: lanes.filter(({ replayId }) => replayId === row.id).reduce((sum, { queued }) => sum + queued, 0),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }))
}

/** One replay as answers show it. */
export async function presentReplay(em: EntityManager, row: ReplayRow): Promise<Shown> {
  const [shown] = await presentReplays(em, [row])
  return shown ?? fail('replay:not_found')
}

/** A replay of a webhook of the workspace. */
export async function findReplay(em: EntityManager, named: { id: string; replay: string }): Promise<ReplayRow> {
  await findWebhook(em, named.id)
  return (await em.findOne(Replay, { id: named.replay, webhookId: named.id })) ?? fail('replay:not_found')
}
