import { callWith, resourceOf } from './call.ts'
import { type Follow, followLog } from './follow.ts'
import { operations } from './generated/operations.ts'
import { type EventsResource, Resources } from './generated/resources.ts'

/** Settings of a client. */
export type PosthornOptions = {
  /** Your API key. */
  token: string
  /** URL of the installation, such as `https://messages.example.com`. */
  url: string
  /** Timeout of each attempt in milliseconds. Default: 60 s. */
  timeoutMs?: number
  /** Retries on 429, 5xx and lost connections. Default: 3. */
  retries?: number
  /** A `fetch` to use instead of the platform's. */
  fetch?: typeof fetch
}

/** A client of the API: `posthorn.messages.send({ phone: '+4915112345678', message: 'Hello' })`. */
export class Posthorn extends Resources {
  /** The event log. `follow` iterates over it as it grows. */
  override readonly events: EventsResource & { follow: Follow }

  constructor({ token, url, timeoutMs = 60_000, retries = 3, fetch: own }: PosthornOptions) {
    const address = new URL(url)
    if (token === '') throw new TypeError('token is required')
    const base = `${address.origin}${address.pathname.replace(/\/(v1\/?)?$/, '')}`
    // Called without an object, because browsers require that.
    const send: typeof fetch = own ?? ((input, init) => fetch(input, init))
    const call = callWith({ url: base, token, timeoutMs, retries, fetch: send })
    super(call)
    const events = resourceOf<EventsResource>(call, operations.events)
    this.events = Object.assign(events, { follow: followLog(events) })
  }
}
