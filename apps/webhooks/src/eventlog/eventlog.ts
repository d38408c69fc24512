import type { Verb, VerbContext } from '@posthorn/chassis'
import {
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
import { presentDelivery } from '../deliveries/deliveries.ts'
import { Delivery } from '../entities/delivery.ts'
import { Event, type EventRow, payloadOf } from '../entities/event.ts'
import { Webhook } from '../entities/webhook.ts'
import { coveredKinds } from '../formats/formats.ts'
import { chatQueryOf, conditionsOf, findNewestEvents } from './history.ts'
import { findNextEvents, type LoggedEvent, waitForEvents } from './next-events.ts'
import { findChatEvents } from './of-chat.sql.ts'
import { buildSample } from './samples.ts'

function presentEvent({ entry }: Pick<EventRow, 'entry'>): z.output<typeof eventEnvelope> {
  return JSON.parse(payloadOf(entry)) as z.output<typeof eventEnvelope>
}

/** Lists the deliveries of an event to webhooks that the caller may see. Their ids contain the event's time, which locates them. */
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
  return rows.filter(({ webhookId }) => !ctx.call.numbers || known.has(webhookId)).map(presentDelivery)
}

export const get: Verb<typeof webhooks.events.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentEvent((await ctx.em.findOne(Event, { id: input.id })) ?? fail('event:not_found'))

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

/** Returns the log from `after` on, waiting up to `wait` seconds for new events; or the latest events, newest first. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const { after, chat, order, size, wait } = input
  const waitMs = order === 'asc' ? wait * 1_000 : 0
  if (chat !== undefined) {
    const query = chatQueryOf(ctx, { ...input, chat })
    return (await waitForEvents(ctx, () => findChatEvents(ctx.em, order, query), waitMs)).map(presentEvent)
  }
  if (order === 'desc') return (await findNewestEvents(ctx, input)).map(presentEvent)
  return (await findNextEvents(ctx, { after, size, where: conditionsOf(input) }, waitMs)).map(presentEvent)
}

const size = 100
/** Proxies commonly close connections that are idle for a minute. */
const heartbeatMs = 15_000
const reconnectAfterMs = 2_000
/** Comments in server-sent events, which clients ignore. */
const greeting = `retry: ${reconnectAfterMs}\n: connected\n\n`
const heartbeat = ': heartbeat\n\n'

/** Returns a chunk of the event stream. The first returns at once, so that the client knows it is connected; later ones wait for events. */
export const stream: Verb<typeof webhooks.events.stream, WebhooksRuntime> = async ({ ctx, input }) => {
  const { cursor } = input
  const after = cursor === undefined ? (input.after ?? (await findLastSequence(ctx))) : Number(cursor)
  const query = { after, size, where: input.events ? [{ kind: { $in: coveredKinds(input.events) } }] : [] }
  const rows = await findNextEvents(ctx, query, cursor === undefined ? 0 : heartbeatMs)
  const lines = rows.map(formatEvent).join('')
  const chunk = (cursor === undefined ? greeting : '') + lines
  return { chunk: chunk === '' ? heartbeat : chunk, next: String(rows.at(-1)?.sequence ?? after) }
}

async function findLastSequence({ em }: VerbContext<WebhooksRuntime>): Promise<number> {
  const [last] = await em.find(Event, {}, { orderBy: { sequence: 'desc' }, limit: 1, disableIdentityMap: true })
  return last?.sequence ?? 0
}

/** JSON contains no raw line breaks, so an envelope fits one `data` line. */
function formatEvent({ sequence, kind, entry }: LoggedEvent): string {
  return `id: ${sequence}\nevent: ${kind}\ndata: ${payloadOf(entry)}\n\n`
}
