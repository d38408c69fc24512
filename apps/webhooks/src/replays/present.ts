import type { InferEntity } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { fail, idTimeMs, type webhooks } from '@posthorn/contracts'
import type { z } from 'zod'
import { Replay, type ReplayRow } from '../entities/replay.ts'
import { ReplayAnswers } from '../entities/replay-answers.ts'
import { ReplayEndpoint } from '../entities/replay-endpoint.ts'
import { findWebhook } from '../webhooks/find.ts'

type ReplayView = z.input<typeof webhooks.replays.get.output>
type EndpointRow = InferEntity<typeof ReplayEndpoint>
type Answers = InferEntity<typeof ReplayAnswers>

/** Returns replays as the API shows them, with the deliveries queued and their answers over all endpoints. */
export async function presentReplays(em: EntityManager, rows: ReplayRow[]): Promise<ReplayView[]> {
  const replayId = { $in: rows.map(({ id }) => id) }
  const endpoints = await em.find(ReplayEndpoint, { replayId })
  const answers = await em.find(ReplayAnswers, { replayId })
  return rows.map((row) =>
    present(row, {
      endpoints: endpoints.filter((endpoint) => endpoint.replayId === row.id),
      answers: answers.filter((each) => each.replayId === row.id),
    }),
  )
}

function present(row: ReplayRow, { endpoints, answers }: { endpoints: EndpointRow[]; answers: Answers[] }): ReplayView {
  const sum = <T>(all: T[], count: (each: T) => number) => all.reduce((total, each) => total + count(each), 0)
  return {
    id: row.id,
    webhook: row.webhookId,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    events: row.events ?? null,
    chat: row.chatId ?? null,
    onlyFailed: row.onlyFailed,
    withWaiting: row.withWaiting,
    speed: row.speed === null || row.speed === undefined ? null : Number(row.speed),
    status: row.status,
    position: findPosition(row, endpoints).toISOString(),
    queued: sum(endpoints, ({ queued }) => queued),
    before: {
      ok: sum(endpoints, ({ beforeOk }) => beforeOk),
      refused: sum(endpoints, ({ beforeRefused }) => beforeRefused),
      silent: sum(endpoints, ({ beforeSilent }) => beforeSilent),
      none: sum(endpoints, ({ beforeNone }) => beforeNone),
    },
    now: {
      ok: sum(answers, ({ ok }) => ok),
      refused: sum(answers, ({ refused }) => refused),
      silent: sum(answers, ({ silent }) => silent),
    },
    fixed: sum(answers, ({ fixed }) => fixed),
    broken: sum(answers, ({ broken }) => broken),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

/** Finds the time before which all endpoints have considered the events: that of the slowest one. */
function findPosition({ status, toAt }: ReplayRow, endpoints: EndpointRow[]): Date {
  if (status === 'finished') return toAt
  const open = endpoints.filter(({ done }) => !done).map(({ checkpoint }) => idTimeMs(checkpoint))
  return new Date(Math.min(toAt.getTime(), ...open))
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
