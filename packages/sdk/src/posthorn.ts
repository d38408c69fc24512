import { callWith, resourceOf } from './call.ts'
import { type Follow, followLog } from './follow.ts'
import { operations } from './generated/operations.ts'
import { type EventsResource, Resources } from './generated/resources.ts'

/** Settings of a client. */
export type PosthornOptions = {
  /** Your API key. */
  token: string
  /** The address of the installation, such as `https://messages.example.com`. */
  url: string
  /** Milliseconds for an attempt; 60 s by default. */
  timeoutMs?: number
  /** Attempts after the first, on 429, 5xx and lost connections; 3 by default. */
  retries?: number
  /** Another `fetch` than that of the platform. */
  fetch?: typeof fetch
}

/** A client of the API: `posthorn.messages.send({ phone: '+4915112345678', message: 'Hello' })`. */
export class Posthorn extends Resources {
  /** The log of events; `follow` goes through it as it grows. */
  override readonly events: EventsResource & { follow: Follow }

  constructor({ token, url, timeoutMs = 60_000, retries = 3, fetch: own }: PosthornOptions) {
    const address = new URL(url)
    if (token === '') throw new TypeError('token is required')
    const base = `${address.origin}${address.pathname.replace(/\/(v1\/?)?$/, '')}`
    // Called without an object, since browsers refuse any other.
    const send: typeof fetch = own ?? ((input, init) => fetch(input, init))
    const call = callWith({ url: base, token, timeoutMs, retries, fetch: send })
    super(call)
    const events = resourceOf<EventsResource>(call, operations.events)
    this.events = Object.assign(events, { follow: followLog(events) })
  }
}
