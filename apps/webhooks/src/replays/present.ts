import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, type webhooks } from '@posthorn/contracts'
import type { z } from 'zod'
import { Replay, type ReplayRow } from '../entities/replay.ts'
import { ReplayLane } from '../entities/replay-lane.ts'
import { findWebhook } from '../webhooks/find.ts'

type ReplayView = z.input<typeof webhooks.replays.get.output>

/** Returns replays as the API shows them, with the deliveries queued over all endpoints. */
export async function presentReplays(em: EntityManager, rows: ReplayRow[]): Promise<ReplayView[]> {
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

/** Returns a replay as the API shows it. */
export async function presentReplay(em: EntityManager, row: ReplayRow): Promise<ReplayView> {
  const [view] = await presentReplays(em, [row])
  return view ?? fail('replay:not_found')
}

/** Finds a replay of a webhook of the workspace. */
export async function findReplay(em: EntityManager, key: { id: string; replay: string }): Promise<ReplayRow> {
  await findWebhook(em, key.id)
  return (await em.findOne(Replay, { id: key.replay, webhookId: key.id })) ?? fail('replay:not_found')
}
