import type { FilterQuery } from '@mikro-orm/core'
import { readPacked, sql, statement, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  type EventKind,
  eventCatalog,
  type eventEnvelope,
  fail,
  idFloor,
  idTimeMs,
  newId,
  publicKinds,
  type webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { WebhooksRuntime } from '../config.ts'
import { presentDeliveries } from '../deliveries/deliveries.sql.ts'
import { Delivery, Event, type EventRow, payloadOf, Webhook } from '../entities/webhook.ts'
import { coveredKinds, findUnknownKinds } from '../formats/formats.ts'
import { buildSample } from './samples.ts'

/** Interval for querying without a nudge, in case the bus is down. */
const queryAgainMs = 2_000

type LoggedRow = Pick<EventRow, 'id' | 'sequence' | 'kind' | 'messageId' | 'entry'>
type LoggedEvent = z.output<typeof eventEnvelope>

/**
 * Returns the next events that the caller may see, and the sequence up to which the log was read. Waits up to `waitMs`, then returns none.
 * While it waits, it reads only what is new, because a filter may leave out millions.
 */
async function findNextEvents(
  ctx: VerbContext<WebhooksRuntime>,
  { after, size, where }: { after: number; size: number; where: FilterQuery<EventRow>[] },
  waitMs: number,
): Promise<{ rows: LoggedRow[]; readTo: number }> {
  let readTo = after
  const find = async () => {
    const last = await findLastSequence(ctx)
    const rows = await ctx.em.find(
      Event,
      { $and: [{ sequence: { $gt: readTo } }, ...where] },
      { orderBy: { sequence: 'asc' }, limit: size, disableIdentityMap: true },
    )
    readTo = rows.at(-1)?.sequence ?? Math.max(readTo, last)
    return rows
  }
  return { rows: await waitForEvents(ctx, find, waitMs), readTo }
}

/** Repeats a query whenever there may be new events, until it finds some, `waitMs` has passed or the service stops. */
async function waitForEvents(
  ctx: VerbContext<WebhooksRuntime>,
  find: () => Promise<LoggedRow[]>,
  waitMs: number,
): Promise<LoggedRow[]> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const remainingMs = deadline - performance.now()
    const { woken, cancel } = ctx.deps.waiters.wait(ctx.workspace, Math.max(0, Math.min(remainingMs, queryAgainMs)))
    const rows = await find()
    if (rows.length > 0 || remainingMs <= 0) {
      cancel()
      return rows
    }
    await woken
    if (ctx.deps.waiters.closed) return []
  }
}

type ListInput = z.output<typeof webhooks.events.list.input>

/** Returns the kinds that a filter's names cover. Throws if one covers none: the caller would wait for its events forever. */
function kindsFor(names: readonly string[]): EventKind[] {
  const errors = findUnknownKinds(names)
  if (errors.length > 0) fail('request:invalid', { errors })
  return coveredKinds(names)
}

/**
 * Returns all conditions except `after`, which ascending and descending lists treat differently. Event ids contain the event's time, which
 * limits the query to the right partitions.
 */
function conditionsOf(input: ListInput): FilterQuery<EventRow>[] {
  const { events, before, occurredAfter, occurredBefore, message, number } = input
  return [
    ...(events ? [{ kind: { $in: kindsFor(events) } }] : []),
    ...(before === undefined ? [] : [{ sequence: { $lt: before } }]),
    ...(occurredAfter === undefined ? [] : [{ id: { $gte: idFloor('evt', Date.parse(occurredAfter)) } }]),
    ...(occurredBefore === undefined ? [] : [{ id: { $lt: idFloor('evt', Date.parse(occurredBefore)) } }]),
    ...(message === undefined ? [] : [{ messageId: message }]),
    ...(number ? [{ numberId: { $in: number } }] : []),
  ]
}

/**
 * Converts a list's input to the values of `chatEvents`: a chat's events have a separate index. A missing value means no condition. `visible`:
 * numbers that the caller may see.
 */
function chatQueryOf({ workspace, call }: VerbContext<WebhooksRuntime>, input: ListInput & { chat: string }) {
  const { after, before, chat, events, message, number, occurredAfter, occurredBefore, size } = input
  const floorOf = (time: string | undefined) => (time === undefined ? undefined : idFloor('evt', Date.parse(time)))
  const [first, end] = [floorOf(occurredAfter), floorOf(occurredBefore)]
  const filters = { kinds: events && kindsFor(events), message, number, visible: call.numbers }
  return { workspace, chat, after, before, first, end, ...filters, size }
}

/** Returns the newest events that match a list's filters, newest first. */
function findNewestEvents(ctx: VerbContext<WebhooksRuntime>, input: ListInput): Promise<EventRow[]> {
  const after = input.after > 0 ? [{ sequence: { $gt: input.after } }] : []
  return ctx.em.find(
    Event,
    { $and: [...conditionsOf(input), ...after] },
    { orderBy: { sequence: 'desc' }, limit: input.size, disableIdentityMap: true },
  )
}

/** Returns a function that reads events as receivers got them. An event that can't be read comes without its data. */
const presentEvent =
  ({ log, workspace }: VerbContext<WebhooksRuntime>) =>
  ({ id, sequence, kind: event, messageId, entry }: LoggedRow): LoggedEvent => {
    const occurredAt = new Date(idTimeMs(id)).toISOString()
    const data = { id: messageId ?? null, erased: false }
    const unread = { id, event, workspace, sequence, occurredAt, version: 1, data, truncated: null }
    const read = (text: string) => JSON.parse(payloadOf(text)) as LoggedEvent
    return readPacked(log, { id, packed: entry }, read) ?? (unread as LoggedEvent)
  }

/** Lists an event's deliveries to webhooks that the caller may see. Delivery ids contain the event's time, which limits the search. */
export const deliveries: Verb<typeof webhooks.events.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  const event = await ctx.em.findOne(Event, { id: input.id })
  if (!event) return fail('event:not_found')
  const at = idTimeMs(event.id)
  const rows = await ctx.em.find(
    Delivery,
    { id: { $gte: idFloor('dlv', at), $lt: idFloor('dlv', at + 1) }, eventId: event.id },
    { orderBy: { id: 'asc' } },
  )
  const webhookIds = [...new Set(rows.map(({ webhookId }) => webhookId))]
  const known = new Set((await ctx.em.find(Webhook, { id: { $in: webhookIds } })).map(({ id }) => id))
  const visible = rows.filter(({ webhookId }) => !ctx.call.numbers || known.has(webhookId))
  return presentDeliveries(ctx.em, visible)
}

export const get: Verb<typeof webhooks.events.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentEvent(ctx)((await ctx.em.findOne(Event, { id: input.id })) ?? fail('event:not_found'))

/** Returns the public event kinds, each with a sample for the caller's workspace. */
export const kinds: Verb<typeof webhooks.events.kinds, WebhooksRuntime> = async ({ ctx }) => {
  const head = { workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  return publicKinds.map((kind) => ({
    event: kind,
    kind,
    when: eventCatalog[kind].when,
    sample: buildSample(kind, { ...head, id: newId('evt') }),
  }))
}

/** Returns events after `after`, oldest first, and waits up to `wait` seconds for one; or, in descending order, the newest at once. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const { after, chat, order, size, wait } = input
  const waitMs = order === 'asc' ? wait * 1_000 : 0
  if (chat !== undefined) {
    const query = chatQueryOf(ctx, { ...input, chat })
    const find = () => sql<LoggedRow>(ctx.em, chatEvents[order](query))
    return (await waitForEvents(ctx, find, waitMs)).map(presentEvent(ctx))
  }
  if (order === 'desc') return (await findNewestEvents(ctx, input)).map(presentEvent(ctx))
  const { rows } = await findNextEvents(ctx, { after, size, where: conditionsOf(input) }, waitMs)
  return rows.map(presentEvent(ctx))
}

const eventsPerChunk = 100
/** Proxies commonly close connections that are idle for a minute. */
const heartbeatMs = 15_000
const reconnectAfterMs = 2_000
/** Server-sent event comments, which clients ignore. */
const greeting = `retry: ${reconnectAfterMs}\n: connected\n\n`
const heartbeat = ': heartbeat\n\n'

/** Returns a chunk of the event stream: the first at once, which shows that the client is connected, later ones with events or a heartbeat. */
export const stream: Verb<typeof webhooks.events.stream, WebhooksRuntime> = async ({ ctx, input }) => {
  const { cursor } = input
  const after = cursor === undefined ? (input.after ?? (await findLastSequence(ctx))) : Number(cursor)
  const query = {
    after,
    size: eventsPerChunk,
    where: input.events ? [{ kind: { $in: kindsFor(input.events) } }] : [],
  }
  const { rows, readTo } = await findNextEvents(ctx, query, cursor === undefined ? 0 : heartbeatMs)
  const lines = rows.map(presentEvent(ctx)).map(formatEvent).join('')
  const chunk = (cursor === undefined ? greeting : '') + lines
  return { chunk: chunk === '' ? heartbeat : chunk, next: String(readTo) }
}

/**
 * Returns the sequence that the log has reached; 0 if it is empty. A stream begins after it. Read before the events, it is how far a search has
 * read that finds none.
 */
async function findLastSequence({ em, workspace }: VerbContext<WebhooksRuntime>): Promise<number> {
  const text = 'select last::float8 as last from workspace_sequence where workspace_id = $1'
  return (await sql<{ last: number }>(em, text, [workspace]))[0]?.last ?? 0
}

/** Formats an event for the stream of server-sent events. JSON contains no raw line breaks, so an envelope fits one `data` line. */
const formatEvent = (event: LoggedEvent): string =>
  `id: ${event.sequence}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`

/** Builds the statement for a chat's events in one direction, because a direction cannot be a bound value. */
const build = (direction: 'asc' | 'desc') =>
  statement(
    {
      workspace: 'text',
      chat: 'text',
      after: 'bigint',
      before: 'bigint',
      first: 'text',
      end: 'text',
      kinds: 'text[]',
      message: 'text',
      number: 'text[]',
      visible: 'text[]',
      size: 'integer',
    },
    (q) => `select e.id, c.sequence::float8 as sequence, e.kind, e.message_id as "messageId", e.entry
      from chat_event c join event e on e.workspace_id = c.workspace_id and e.id = c.event_id
      where c.workspace_id = ${q.workspace} and c.chat_id = ${q.chat} and c.sequence > ${q.after}
        and (${q.before} is null or c.sequence < ${q.before}) and (${q.first} is null or c.event_id >= ${q.first})
        and (${q.end} is null or c.event_id < ${q.end}) and (${q.kinds} is null or e.kind = any(${q.kinds}))
        and (${q.message} is null or e.message_id = ${q.message}) and (${q.number} is null or e.number_id = any(${q.number}))
        and (${q.visible} is null or e.number_id = any(${q.visible}))
      order by c.sequence ${direction} limit ${q.size}`,
  )

const chatEvents = { asc: build('asc'), desc: build('desc') }
