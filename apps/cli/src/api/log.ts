import { webhooks } from '@posthorn/contracts'
import type { Event } from '../terminal/events.ts'
import type { Api } from './client.ts'

/** Position and filter for reading the event log. `after: null` reads only new events. */
export type LogOptions = { after: number | null; events?: string[]; signal: AbortSignal }

const waitSeconds = 25
const pageSize = 200

/** Follows the event log from a position until aborted. */
export async function* followLog(api: Api, { after, events: chosen, signal }: LogOptions): AsyncGenerator<Event> {
  const filter = chosen === undefined || chosen.includes('*') ? {} : { events: chosen }
  let last = after ?? (await lastSequence(api))
  while (!signal.aborted) {
    const input = { after: last, size: pageSize, wait: waitSeconds, ...filter }
    const page = await api.call(webhooks.events.list, input, signal).catch((error: unknown) => {
      if (signal.aborted) return []
      throw error
    })
    for (const event of page) {
      if (signal.aborted) return
      yield event as Event
      last = event.sequence
    }
  }
}

/**
 * Returns the newest event's sequence, or 0 if the log is empty. Sequences have no gaps, so a binary search needs at most about 40
 * requests.
 */
export async function lastSequence(api: Api): Promise<number> {
  const next = async (after: number) => (await api.call(webhooks.events.list, { after, size: 1 }))[0]?.sequence
  const first = await next(0)
  if (first === undefined) return 0
  let [known, step] = [first, 1]
  for (let found = await next(known + step - 1); found !== undefined; found = await next(known + step - 1)) {
    known = Math.max(found, known + step)
    step *= 2
  }
  let beyond = known + step
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2)
    if ((await next(middle - 1)) === undefined) beyond = middle
    else known = middle
  }
  return known
}
