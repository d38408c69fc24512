import type { CallOptions } from './call.ts'
import type { EventsResource } from './generated/resources.ts'
import type { Event, EventsListInput } from './generated/types.ts'

/** Which events to follow, and from where. */
export type FollowInput = {
  /** Sequence of the last event you processed; 0 starts at the beginning of the log. */
  after: number
  /** Kinds such as `message:in` or `message:*`. Default: all. */
  events?: EventsListInput['events']
  /** Ends the loop after the current event. */
  signal?: AbortSignal
}

/** Yields events in log order, indefinitely. */
export type Follow = (input: FollowInput) => AsyncGenerator<Event, void, undefined>

const waitSeconds = 25
/** Longer than the server waits, so that only a dead connection times out. */
const timeoutMs = 60_000

/**
 * Iterates over the log: waits for new events, and continues after outages. Store the `sequence` of each event you processed, and pass it as
 * `after` when you restart, so you don't miss any.
 */
export function followLog(log: EventsResource): Follow {
  return async function* follow({ after, events, signal }) {
    const options: CallOptions = { timeoutMs, retries: Number.POSITIVE_INFINITY, ...(signal ? { signal } : {}) }
    let position = after
    while (!signal?.aborted) {
      const input = { after: position, wait: waitSeconds, size: 200, ...(events ? { events } : {}) }
      for (const event of await listed(log.list(input, options), signal)) {
        if (signal?.aborted) return
        yield event
        position = event.sequence
      }
    }
  }
}

/** Returns the events, or none if the caller aborted the wait. */
async function listed(call: Promise<unknown>, signal: AbortSignal | undefined): Promise<Event[]> {
  try {
    return (await call) as Event[]
  } catch (err) {
    if (signal?.aborted) return []
    throw err
  }
}
