import type { Verb, VerbContext } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Event, payloadOf } from '../entities/event.ts'
import { coveredKinds } from '../formats/formats.ts'
import { findNextEvents, type LoggedEvent } from './next-events.ts'

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
