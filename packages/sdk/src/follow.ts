import type { CallOptions } from './call.ts'
import type { EventsResource } from './generated/resources.ts'
import type { Event, EventsListInput } from './generated/types.ts'

/** Position and choice of events to follow. */
export type FollowInput = {
  /** The sequence of the last event that you have processed; 0: from the beginning of the log. */
  after: number
  /** Kinds such as `message:in` or `message:*`; absent: all. */
  events?: EventsListInput['events']
  /** Ends the loop after the event in hand. */
  signal?: AbortSignal
}

/** Events in the order of the log, for ever. */
export type Follow = (input: FollowInput) => AsyncGenerator<Event, void, undefined>

const waitSeconds = 25
/** More than the server waits, so that only a dead connection runs into it. */
const timeoutMs = 60_000

/**
 * Makes the iteration over the log: it waits for new events, and continues after outages. Store `sequence` of the event that you have
 * processed, and pass it as `after` when you start again: you miss nothing.
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

/** Returns the events, or none when the caller ended the wait. */
async function listed(call: Promise<unknown>, signal: AbortSignal | undefined): Promise<Event[]> {
  try {
    return (await call) as Event[]
  } catch (err) {
    if (signal?.aborted) return []
    throw err
  }
}
