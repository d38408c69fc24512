import { type InferEntity, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { databaseTime, listPage, sql, type Verb } from '@posthorn/chassis'
import { type FieldError, fail, idFloor, idTimeMs, newId, type OutputOf, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Replay, ReplayAnswers, ReplayEndpoint, type ReplayRow } from '../entities/webhook.ts'
import { findUnknownKinds, subscribedKinds } from '../formats/formats.ts'
import { findWebhook } from '../webhooks/webhook.ts'

type ReplayView = OutputOf<typeof webhooks.replays.get>
type ProgressRow = InferEntity<typeof ReplayEndpoint>
type AnswersRow = InferEntity<typeof ReplayAnswers>

/** Returns replays in their API representation. Reads what they need in two queries. */
async function presentReplays(em: EntityManager, rows: ReplayRow[]): Promise<ReplayView[]> {
  const replayId = { $in: rows.map(({ id }) => id) }
  const endpoints = await em.find(ReplayEndpoint, { replayId })
  const answers = await em.find(ReplayAnswers, { replayId })
  return rows.map((row) =>
    presentReplayRow(row, {
      endpoints: endpoints.filter((endpoint) => endpoint.replayId === row.id),
      answers: answers.filter((answer) => answer.replayId === row.id),
    }),
  )
}

/** Returns a replay in its API representation, with the sums over its endpoints. */
function presentReplayRow(
  row: ReplayRow,
  { endpoints, answers }: { endpoints: ProgressRow[]; answers: AnswersRow[] },
): ReplayView {
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

/** Returns how far a replay has come: the time up to which every endpoint has its events. */
function findPosition({ status, toAt }: ReplayRow, endpoints: ProgressRow[]): Date {
  if (status === 'finished') return toAt
  const reachedMs = endpoints.filter(({ done }) => !done).map(({ checkpoint }) => idTimeMs(checkpoint))
  return new Date(Math.min(toAt.getTime(), ...reachedMs))
}

/** Presents one replay. Each row has a view, which the compiler can't know. */
async function presentReplay(em: EntityManager, row: ReplayRow): Promise<ReplayView> {
  const [view] = await presentReplays(em, [row])
  return view ?? fail('replay:not_found')
}

/** Finds a replay of this webhook. `id`: the webhook. */
async function findReplay(em: EntityManager, key: { id: string; replay: string }): Promise<ReplayRow> {
  await findWebhook(em, key.id)
  return (await em.findOne(Replay, { id: key.replay, webhookId: key.id })) ?? fail('replay:not_found')
}

type RangeInput = { from: string; to?: string | undefined; events?: string[] | undefined }

const ageMsMax = 30 * 24 * 3_600_000

/** Reads a replay's range, which ends no later than now. The error lists every invalid field. */
function readRange(input: RangeInput, now: Date): TimeRange {
  const fromAt = new Date(input.from)
  const toAt = new Date(Math.min(now.getTime(), new Date(input.to ?? now).getTime()))
  const errors: FieldError[] = []
  const code = 'request:invalid'
  if (now.getTime() - fromAt.getTime() > ageMsMax)
    errors.push({ path: 'from', code, message: 'is more than 30 days ago, and older events cannot be replayed' })
  if (fromAt >= now) errors.push({ path: 'from', code, message: 'must be in the past' })
  else if (fromAt >= toAt) errors.push({ path: 'to', code, message: 'must be after from' })
  errors.push(...findUnknownKinds(input.events))
  if (errors.length > 0) fail(code, { errors })
  return { fromAt, toAt }
}

/** The loop looks at every running replay in each round. */
const runningMax = 100

/** Starts a replay. The `replay` loop feeds its events to each endpoint that the webhook has now. Throws if the range is invalid. */
export const create: Verb<typeof webhooks.replays.create, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { row: webhook, endpoints } = await findWebhook(em, input.id)
  const now = await databaseTime(em)
  const { fromAt, toAt } = readRange(input, now)
  if ((await em.count(Replay, { status: 'running' })) >= runningMax) fail('replay:too_many')
  const { events = null, chat = null, speed = null, onlyFailed, withWaiting } = input
  const scope = { webhookId: webhook.id, fromAt, toAt, events, chatId: chat, onlyFailed, withWaiting, speed }
  const row = em.create(Replay, { workspaceId, id: newId('rpl'), ...scope, createdAt: now })
  // Before the rows of its endpoints, which refer to it.
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

export const get: Verb<typeof webhooks.replays.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentReplay(ctx.em, await findReplay(ctx.em, input))

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

/** Returns the time in an event's id. */
const eventTimeOf = (id: string | null) => (id === null ? null : new Date(idTimeMs(id)).toISOString())

/** Counts what a replay of this range would send, without starting one. Includes events that the webhook's format does not show. */
export const preview: Verb<typeof webhooks.replays.preview, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row } = await findWebhook(ctx.em, input.id)
  const { fromAt, toAt } = readRange(input, await databaseTime(ctx.em))
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
    oldest: eventTimeOf(counted.first),
    newest: eventTimeOf(counted.last),
  }
}

/** Stops a running replay, after the batches that are being queued. What it has queued already is still delivered. */
export const stop: Verb<typeof webhooks.replays.stop, WebhooksRuntime> = async ({ ctx, input }) => {
  // Processes that queue share the replay's lock, and could hold it in turns without end. They do not share the locks of its endpoints.
  const lockMode = LockMode.PESSIMISTIC_WRITE
  await ctx.em.find(ReplayEndpoint, { replayId: input.replay }, { lockMode, orderBy: { endpointId: 'asc' } })
  const running = { id: input.replay, webhookId: input.id, status: 'running' } as const
  await ctx.em.nativeUpdate(Replay, running, { status: 'stopped', completedAt: new Date() })
  return presentReplay(ctx.em, await findReplay(ctx.em, input))
}

type TimeRange = { fromAt: Date; toAt: Date }

type RangeCounts = { events: number; failed: number; waiting: number; first: string | null; last: string | null }

/**
 * Returns the SQL condition for including an event in a replay: it matches the number and chat, if given, and isn't about the webhook
 * itself. The parameters are placeholders for bound values.
 */
export function isReplayed({ number, chat, webhook }: Record<'number' | 'chat' | 'webhook', string>): string {
  return `(${number}::text is null or number_id = ${number}) and webhook_id is distinct from ${webhook}
    and (${chat}::text is null or exists (select 1 from chat_event c where c.workspace_id = event.workspace_id and c.chat_id = ${chat}
      and c.sequence = event.sequence and c.event_id = event.id))`
}

type Counting = TimeRange & {
  workspaceId: string
  webhookId: string
  kinds: string[]
  numberId: string | null
  chatId: string | null
}

/** Counts the events in a range that a webhook subscribes to, their failed and waiting deliveries, and their first and last ids. */
async function countRange(em: EntityManager, counting: Counting): Promise<RangeCounts> {
  const { workspaceId, webhookId, fromAt, toAt, kinds, numberId, chatId } = counting
  const range = (prefix: 'evt' | 'dlv') => [idFloor(prefix, fromAt.getTime()), idFloor(prefix, toAt.getTime())]
  const [row] = await sql<RangeCounts>(
    em,
    `with wanted as materialized (
       select id from event where workspace_id = $1 and id >= ($2::text[])[1] and id < ($2::text[])[2] and kind = any($4)
         and ${isReplayed({ number: '$5', chat: '$6', webhook: '$7' })}
     ), made as (
       select d.status, d.attempts from delivery d join wanted on wanted.id = d.event_id
       where d.workspace_id = $1 and d.webhook_id = $7 and d.id >= ($3::text[])[1] and d.id < ($3::text[])[2] and d.status <> 'succeeded'
     )
     select (select count(*) from wanted)::int as events, (select min(id) from wanted) as first, (select max(id) from wanted) as last,
       (select count(*) from made where status in ('exhausted', 'expired', 'canceled'))::int as failed,
       (select count(*) from made where status = 'waiting' and attempts > 0)::int as waiting`,
    [workspaceId, range('evt'), range('dlv'), kinds, numberId, chatId, webhookId],
  )
  return row ?? { events: 0, failed: 0, waiting: 0, first: null, last: null }
}
