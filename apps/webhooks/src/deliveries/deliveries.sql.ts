import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql, type Verb, type VerbContext } from '@posthorn/chassis'
import { bucketMs, fail, idFloor, idTimeMs, type OutputOf, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { expediteJob, requeueJob } from '../delivery/jobs.sql.ts'
import { Attempt, type AttemptRow, Delivery, type DeliveryRow, Endpoint, Webhook } from '../entities/webhook.ts'
import { listStarts } from '../webhooks/statistics.sql.ts'
import { findWebhook } from '../webhooks/webhook.ts'

type DeliveryView = OutputOf<typeof webhooks.deliveries.retry>

/** Returns deliveries as the API shows them: none has its next attempt before a pause of its endpoint ends. */
export async function presentDeliveries(em: EntityManager, rows: readonly DeliveryRow[]): Promise<DeliveryView[]> {
  const ids = [...new Set(rows.flatMap(({ nextAttemptAt, endpointId }) => (nextAttemptAt ? [endpointId] : [])))]
  const endpoints = ids.length === 0 ? [] : await em.find(Endpoint, { id: { $in: ids } })
  const ends = new Map(endpoints.map(({ id, breakerUntil, heldUntil }) => [id, [breakerUntil, heldUntil]]))
  return rows.map((row) => presentDelivery(row, ends.get(row.endpointId) ?? []))
}

/** Presents one delivery. Each row has a view, which the compiler can't know. */
async function presentOne(em: EntityManager, row: DeliveryRow): Promise<DeliveryView> {
  const [view] = await presentDeliveries(em, [row])
  return view ?? fail('delivery:not_found')
}

/** `pauseEnds`: until when its endpoint is paused. The event's time is in the event's id. */
function presentDelivery(row: DeliveryRow, pauseEnds: readonly (Date | null | undefined)[]): DeliveryView {
  const { nextAttemptAt } = row
  const times = nextAttemptAt ? [nextAttemptAt, ...pauseEnds].flatMap((time) => time?.getTime() ?? []) : []
  return {
    id: row.id,
    webhook: row.webhookId,
    endpoint: row.endpointId,
    url: row.url,
    event: {
      id: row.eventId,
      event: row.eventKind,
      sequence: row.eventSequence,
      at: new Date(idTimeMs(row.eventId)).toISOString(),
    },
    status: row.status,
    attempts: row.attempts,
    lastHttpStatus: row.lastHttpStatus ?? null,
    lastError: row.lastError ?? null,
    nextAttemptAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

const presentAttempt = (row: AttemptRow): OutputOf<typeof webhooks.deliveries.get>['attemptLog'][number] => ({
  number: row.number,
  url: row.url,
  startedAt: row.startedAt.toISOString(),
  latencyMs: row.latencyMs,
  httpStatus: row.httpStatus ?? null,
  error: row.error ?? null,
  responseHeaders: row.responseHeaders,
  responseBody: row.responseBody,
})

/** Lists a webhook's attempted deliveries, newest first, each with its last attempt: the webhook log of the API in `packages/dialect`. */
export const attempted: Verb<typeof webhooks.deliveries.attempted, WebhooksRuntime> = async ({ ctx, input }) => {
  const { webhook: webhookId, skip: offset, size: limit } = input
  await findWebhook(ctx.em, webhookId)
  const filter = { webhookId, attempts: { $gt: 0 } }
  const rows = await ctx.em.find(Delivery, filter, { orderBy: { id: 'desc' }, offset, limit })
  const last = rows.map(({ id, attempts }) => ({ deliveryId: id, number: attempts }))
  const attempts = last.length === 0 ? [] : await ctx.em.find(Attempt, { $or: last })
  const views = await presentDeliveries(ctx.em, rows)
  return views.map((view) => ({
    ...view,
    attemptLog: attempts.filter(({ deliveryId }) => deliveryId === view.id).map(presentAttempt),
  }))
}

/** Finds a delivery, even of a deleted webhook. A restricted key sees only those of existing webhooks for its numbers. */
async function findDelivery({ em, call }: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<DeliveryRow> {
  const row = (await em.findOne(Delivery, { id })) ?? fail('delivery:not_found')
  if (call.numbers && (await em.count(Webhook, { id: row.webhookId })) === 0) fail('delivery:not_found')
  return row
}

/** Returns a delivery with all of its attempts, oldest first. */
export const get: Verb<typeof webhooks.deliveries.get, WebhooksRuntime> = async ({ ctx, input }) => {
  const row = await findDelivery(ctx, input.id)
  const attempts = await ctx.em.find(Attempt, { deliveryId: row.id }, { orderBy: { number: 'asc' } })
  return { ...(await presentOne(ctx.em, row)), attemptLog: attempts.map(presentAttempt) }
}

type MessageAttemptView = OutputOf<typeof webhooks.deliveries.ofMessage>[number]

const attemptsMax = 500

/** Lists the first 500 attempts to deliver events about a message, for its trace. A restricted key sees only those to webhooks for its numbers. */
export const ofMessage: Verb<typeof webhooks.deliveries.ofMessage, WebhooksRuntime> = async ({ ctx, input }) => {
  const all = await listMessageAttempts(ctx.em, { workspace: ctx.workspace, message: input.id, max: attemptsMax })
  const ids = [...new Set(all.map(({ webhook }) => webhook))]
  const visible = ctx.call.numbers
    ? new Set((await ctx.em.find(Webhook, { id: { $in: ids } })).map(({ id }) => id))
    : null
  return all
    .filter(({ webhook }) => visible?.has(webhook) ?? true)
    .map(({ startedAt, ...attempt }) => ({ at: isoTime(startedAt), ...attempt }) as MessageAttemptView)
}

/**
 * Makes a delivery due now. A waiting one keeps its job, as in an automatic retry; a finished one starts a new schedule, but is parked while
 * its endpoint or webhook is not active. A parked one stays parked. `delivery:not_found` if its endpoint was deleted.
 */
export const retry: Verb<typeof webhooks.deliveries.retry, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const row = await findDelivery(ctx, input.id)
  const message = 'The URL of the delivery was removed from its webhook; replay the event to another one.'
  const endpoint = (await em.findOne(Endpoint, { id: row.endpointId })) ?? fail('delivery:not_found', { message })
  const webhook = await em.findOneOrFail(Webhook, { id: row.webhookId })
  const parked = endpoint.status !== 'active' || webhook.status !== 'active'
  const isOpen = row.status === 'waiting' || row.status === 'parked'
  if (isOpen) await expediteJob(em, workspace, row.id)
  else await requeueJob(em, { workspaceId: workspace, deliveryId: row.id, parked })
  ctx.wake('deliver')
  em.clear()
  return presentOne(em, await em.findOneOrFail(Delivery, { id: row.id }))
}

type MessageAttempt = {
  startedAt: unknown
  event: string
  webhook: string
  delivery: string
  attempt: number
  httpStatus: number | null
  latencyMs: number
  error: string | null
}

/**
 * Lists up to `max` attempts to deliver events about a message, oldest first. A delivery's id contains the time of its event, which limits the
 * search to a few partitions.
 */
async function listMessageAttempts(
  em: EntityManager,
  { workspace, message, max }: { workspace: string; message: string; max: number },
): Promise<MessageAttempt[]> {
  const events = await sql<{ id: string }>(em, 'select id from event where workspace_id = $1 and message_id = $2', [
    workspace,
    message,
  ])
  const ids = events.map(({ id }) => id)
  return sql<MessageAttempt>(
    em,
    `select a.started_at as "startedAt", d.event_kind as event, d.webhook_id as webhook, d.id as delivery,
       a.number as attempt, a.http_status as "httpStatus", a.latency_ms as "latencyMs", a.error
     from unnest($2::text[], $3::text[], $4::text[]) as e (id, first, beyond)
       join delivery d on d.workspace_id = $1 and d.id >= e.first and d.id < e.beyond and d.event_id = e.id
       join attempt a on a.workspace_id = $1 and a.delivery_id = d.id
     order by a.started_at limit $5`,
    [
      workspace,
      ids,
      ids.map((id) => idFloor('dlv', idTimeMs(id))),
      ids.map((id) => idFloor('dlv', idTimeMs(id) + 1)),
      max,
    ],
  )
}

/** Counts deliveries and their attempts by day, number and kind of event. A restricted key sees only deliveries for its numbers. */
export const deliveries: Verb<typeof webhooks.usage.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const [from, to] = [new Date(input.from), new Date(input.to)]
  return countDeliveries(ctx.em, { workspace: ctx.workspace, from, to, numbers })
}

type DeliveryCounts = OutputOf<typeof webhooks.usage.deliveries>

/**
 * Counts deliveries and attempts for events of a time range, by day, number and kind, newest day first. The ids of events and of deliveries
 * contain the event's time; it can be recorded on a later day. `numbers`: null for all.
 */
async function countDeliveries(
  em: EntityManager,
  range: { workspace: string; from: Date; to: Date; numbers: string[] | null },
): Promise<DeliveryCounts> {
  const { workspace, from, to, numbers } = range
  const days = listStarts(from.getTime(), to.getTime(), bucketMs.day)
  const rows = await sql<Omit<DeliveryCounts[number], 'day'> & { place: number }>(
    em,
    `select width_bucket(e.id, $7::text[] collate "C") as place, e.number_id as number, e.kind as event,
       count(*) filter (where d.status = 'succeeded')::int as delivered,
       count(*) filter (where d.status in ('exhausted', 'canceled', 'expired'))::int as failed,
       count(*) filter (where d.status in ('waiting', 'parked'))::int as waiting, sum(d.attempts)::int as attempts
     from event e join delivery d on d.workspace_id = e.workspace_id and d.event_id = e.id and d.id >= $5 and d.id < $6
     where e.workspace_id = $1 and e.id >= $2 and e.id < $3 and ($4::text[] is null or e.number_id = any($4))
     group by 1, 2, 3 order by 1 desc, 2 nulls last, 3`,
    [
      workspace,
      idFloor('evt', from.getTime()),
      idFloor('evt', to.getTime()),
      numbers,
      idFloor('dlv', from.getTime()),
      idFloor('dlv', to.getTime()),
      days.map((ms) => idFloor('evt', ms)),
    ],
  )
  return rows.map(({ place, ...counts }) => ({
    day: new Date(days[place - 1] ?? from).toISOString().slice(0, 10),
    ...counts,
  }))
}
