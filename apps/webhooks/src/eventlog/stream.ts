import type { Verb, VerbContext } from '@posthorn/chassis'
import { publicKinds, subscriptionCovers, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Event, type EventRow } from '../entities/event.ts'
import { nextEvents } from './next-events.ts'

const size = 100
/** Proxies close what is silent for longer than, commonly, a minute. */
const heartbeatMs = 15_000
const reconnectAfterMs = 2_000
/** Comments of server-sent events: a reader ignores them. */
const greeting = `retry: ${reconnectAfterMs}\n: connected\n\n`
const heartbeat = ': still here\n\n'

/** A piece of the stream of events. The first answers at once, so that a caller knows it is connected; each later one waits. */
export const stream: Verb<typeof webhooks.events.stream, WebhooksRuntime> = async ({ ctx, input }) => {
  const { cursor } = input
  const after = cursor === undefined ? (input.after ?? (await lastSequence(ctx))) : Number(cursor)
  const wish = { after, kinds: input.kinds && kindsOf(input.kinds), size }
  const rows = await nextEvents(ctx, wish, cursor === undefined ? 0 : heartbeatMs)
  const told = rows.map(eventLines).join('')
  const chunk = (cursor === undefined ? greeting : '') + told
  return { chunk: chunk === '' ? heartbeat : chunk, next: String(rows.at(-1)?.sequence ?? after) }
}

async function lastSequence({ em }: VerbContext<WebhooksRuntime>): Promise<number> {
  const [last] = await em.find(Event, {}, { orderBy: { sequence: 'desc' }, limit: 1, disableIdentityMap: true })
  return last?.sequence ?? 0
}

function kindsOf(names: string[]): string[] {
  return publicKinds.filter((kind) => names.some((name) => subscriptionCovers(name, kind)))
}

/** JSON has no line breaks of its own, so an envelope is one line of data. */
function eventLines({ sequence, kind, payload }: EventRow): string {
  return `id: ${sequence}\nevent: ${kind}\ndata: ${payload}\n\n`
}
