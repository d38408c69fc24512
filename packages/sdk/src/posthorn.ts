import { type CallOptions, callWith, type OnResponse, resourceOf } from './call.ts'
import { operations } from './generated/operations.ts'
import { type EventsResource, Resources } from './generated/resources.ts'
import type { Event, EventsListInput } from './generated/types.ts'
import { waitForReturn } from './send.ts'

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
type Follow = (input: FollowInput) => AsyncGenerator<Event, void, undefined>

const waitSeconds = 25
/** Longer than the server waits, so that only a dead connection times out. */
const timeoutMs = 60_000

/**
 * Iterates over the log: waits for new events, and continues after outages. Throws if the API refuses, or something else answers at the
 * address. Store the `sequence` of each event you processed, and pass it as `after` when you restart, so you don't miss any.
 */
function followLog(log: EventsResource): Follow {
  return async function* follow({ after, events, signal }) {
    const options: CallOptions = { timeoutMs, ...(signal ? { signal } : {}) }
    let position = after
    // Once the API has answered, the address is known to be right.
    let isKnown = false
    while (!signal?.aborted) {
      const input = { after: position, wait: waitSeconds, size: 200, ...(events ? { events } : {}) }
      const read = await log
        .list(input, { ...options, retries: isKnown ? Number.POSITIVE_INFINITY : 3 })
        .catch((err: unknown) => (signal?.aborted ? undefined : waitForReturn(err, { isKnown, signal })))
      if (read !== undefined) isKnown = true
      for (const event of read ?? []) {
        if (signal?.aborted) return
        yield event as Event
        position = event.sequence
      }
    }
  }
}

/** Settings for a client. */
export type PosthornOptions = {
  /** Your API key. Default: the environment variable `POSTHORN_TOKEN`. */
  token?: string | undefined
  /** URL of the installation, such as `https://messages.example.com`. Default: the environment variable `POSTHORN_URL`. */
  url?: string | undefined
  /** Timeout for each attempt in milliseconds. Default: 60 s, and ten minutes for uploads. */
  timeoutMs?: number
  /** Number of retries on errors that may pass, such as 429 and 5xx, and lost connections. Default: 3. */
  retries?: number
  /** A `fetch` to use instead of the platform's. */
  fetch?: typeof fetch
  /** Called with the status, headers and request id of each response, for logs and metrics. */
  onResponse?: OnResponse
}

/** A client of the API: `posthorn.messages.send({ phone: '+4915112345678', message: 'Hello' })`. */
export class Posthorn extends Resources {
  /** The event log. `follow` iterates over it as it grows. */
  override readonly events: EventsResource & { follow: Follow }

  constructor(options: PosthornOptions = {}) {
    const { timeoutMs, retries = 3, fetch: own, onResponse } = options
    const token = options.token ?? environmentValue('POSTHORN_TOKEN')
    const address = new URL(options.url ?? environmentValue('POSTHORN_URL'))
    if (token === '') throw new TypeError('token is empty')
    if (!/^https?:$/.test(address.protocol)) throw new TypeError('url must begin with http:// or https://')
    const base = `${address.origin}${address.pathname.replace(/\/(v1\/?)?$/, '')}`
    // Calls `fetch` as a plain function instead of a method, because browsers require that.
    const send: typeof fetch = own ?? ((input, init) => fetch(input, init))
    const call = callWith({ url: base, token, timeoutMs, retries, fetch: send, onResponse })
    super(call)
    const events = resourceOf<EventsResource>(call, operations.events)
    this.events = Object.assign(events, { follow: followLog(events) })
  }
}

/** Reads a setting from the environment. Throws if there is none, as in browsers, which have no environment. */
function environmentValue(name: 'POSTHORN_TOKEN' | 'POSTHORN_URL'): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  const value = process?.env?.[name]
  if (value === undefined || value === '') {
    throw new TypeError(`${name === 'POSTHORN_URL' ? 'url' : 'token'} is required: pass it, or set ${name}`)
  }
  return value
}
