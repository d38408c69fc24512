import { type Receiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'

export type Timeline = {
  webhook: string
  since: string
  until: string
  from: string
  to: string
}

type Delivery = {
  attempts: number
  event: { at: string }
  lastHttpStatus: number | null
}

const path = '/warehouse'
/** The number of consecutive changes to a chat, and how many of them, in the middle, the receiver rejects. */
const [changes, refused] = [20, 4]
const firstRefused = 8
/** Margin in milliseconds before the first and after the last delivery. */
const marginMs = 1_000

/** Changes a chat repeatedly while the receiver rejects those in the middle, then pauses the webhook. */
export async function seedTimeline(system: RunningSystem, receiver: Receiver, chat: string): Promise<Timeline> {
  const { id: webhook } = await system.ok<{ id: string }>('POST', '/v1/webhooks', {
    body: { name: 'Warehouse', url: `${receiver.url}${path}`, events: ['chat:updated'] },
  })
  const read = () => system.ok<Delivery[]>('GET', `/v1/webhooks/${webhook}/deliveries?size=100`)
  const lost = new Set<unknown>()
  let isBroken = false
  receiver.respondWith(({ path: asked, json }) => {
    if (asked !== path) return {}
    const { id } = json as { id: string }
    if (isBroken) lost.add(id)
    return lost.has(id) ? { status: 500, body: 'out of shelves' } : {}
  })
  for (let i = 0; i < changes; i += 1) {
    isBroken = i >= firstRefused && i < firstRefused + refused
    await system.ok('PATCH', `/v1/chats/${chat}`, { body: { unread: i % 2 === 1 } })
    await until(async () => (await read()).filter(({ attempts }) => attempts > 0).length > i, {
      describe: `delivery ${i} to be attempted`,
    })
  }
  await system.ok('POST', `/v1/webhooks/${webhook}/pause`)
  return { webhook, ...rangesOf(await read()) }
}

/** Returns the time range of all deliveries, and the range of the rejected deliveries and their neighbors. */
function rangesOf(deliveries: readonly Delivery[]): Omit<Timeline, 'webhook'> {
  const times = deliveries.map(({ event }) => Date.parse(event.at)).sort((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const [from = first, to = last] = [times[firstRefused - 1], times[firstRefused + refused]]
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    since: iso(first - marginMs),
    until: iso(last + marginMs),
    from: iso(from),
    to: iso(to),
  }
}
