import {
  AckPolicy,
  type ConnectionOptions,
  connect,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  nanos,
} from 'nats'
import type { EventStream, MessageRange, StreamPosition } from './bus.ts'
import { eventsIn } from './consuming.ts'
import { ensureStream, isNotFound, positionOf, renewStream, type StreamOptions } from './stream.ts'

/** Oldest server version whose consumers can filter several subjects and whose streams can reject messages when full. */
const serverVersionMin = [2, 10] as const
export const requestTimeoutMs = 5_000

export type Wire = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager }

export type BrokerAddress = {
  /** One or more comma-separated URLs: `nats://user:password@host:4222`, or `tls://` for TLS from the first byte. */
  url: string
  /** PEM certificates: the broker's certificate authority, and the client's own certificate with its key. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined }
}

/**
 * Returns a connection's servers, login and TLS options. The library ignores a login in the URL, and falls back to clear text if a `tls://`
 * broker doesn't offer TLS. Here the handshake comes first, so such a broker never receives a password. In a list, the
 * first address has the login and the protocol for all.
 */
export function loginOptions({ url, tls = {} }: BrokerAddress): ConnectionOptions {
  const addresses = url.split(',').map((each) => new URL(each.trim()))
  const [first] = addresses
  const { username = '', password = '' } = first ?? {}
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const login = pass ? { user, pass } : user ? { token: user } : {}
  const { ca, cert, key } = tls
  const isSecure = first?.protocol === 'tls:' || ca !== undefined || cert !== undefined
  const own = cert === undefined || key === undefined ? {} : { cert, key }
  return {
    servers: addresses.map(({ host }) => host),
    ...login,
    ...(isSecure ? { tls: { handshakeFirst: true, ...(ca === undefined ? {} : { ca }), ...own } } : {}),
  }
}

/** Connects a service to the broker once. A lost connection is reestablished with no limit on attempts. */
export async function connectTo(opts: BrokerAddress & { service: string }): Promise<Wire> {
  const nc = await connect({
    ...loginOptions(opts),
    name: `posthorn ${opts.service}`,
    maxReconnectAttempts: -1,
    // By default, the client gives up for good if its login is refused twice in a row, as while a broker starts without its users.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 3_000,
    // Capturing a stack trace for each publication, in case it fails, took 2.5 % of a busy messaging service's time.
    noAsyncTraces: true,
  })
  await refuseOldServer(nc)
  const jsm = await nc.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs })
  return { nc, js: nc.jetstream({ timeout: requestTimeoutMs }), jsm }
}

/** Throws if the server is too old for what the bus needs. Closes the connection, because each further try opens one. */
async function refuseOldServer(nc: NatsConnection): Promise<void> {
  const version = nc.info?.version ?? '0.0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > serverVersionMin[0] || (major === serverVersionMin[0] && minor >= serverVersionMin[1])) return
  await nc.close()
  throw new Error(`NATS ${version} is too old; Posthorn needs ${serverVersionMin.join('.')} or newer`)
}

const fetchSizeMax = 1_000
const fetchWaitMs = 2_000
const abandonedAfterMs = 30_000

/** The stream of events as its checks see it, over the connection of the moment. */
export class NatsStream implements EventStream {
  readonly #options: StreamOptions
  readonly #live: () => Wire
  #last: StreamPosition | undefined

  /** `live` returns the current connection, and throws if there is none. */
  constructor(options: StreamOptions, live: () => Wire) {
    this.#options = options
    this.#live = live
  }

  /** Reads the state of the stream. One that is gone is created again, empty: its new epoch tells each service to publish its events again. */
  async read(): Promise<StreamPosition> {
    const { jsm } = this.#live()
    this.#last = await positionOf(jsm, this.#options).catch(async (err: unknown) => {
      if (!isNotFound(err)) throw err
      await ensureStream(jsm, this.#options)
      return positionOf(jsm, this.#options)
    })
    return this.#last
  }

  lastRead(): StreamPosition | undefined {
    return this.#last
  }

  messageIds(range: MessageRange): Promise<Map<number, string>> {
    return messageIdsIn({ ...this.#live(), stream: this.#options.name }, range)
  }

  eventIdsAt(seq: number): Promise<Set<string>> {
    return eventIdsAt(this.#live().jsm, this.#options.name, seq)
  }

  async removeUpTo(seq: number): Promise<void> {
    await this.#live().jsm.streams.purge(this.#options.name, { seq: seq + 1 })
  }

  renew(epoch: string): Promise<void> {
    return renewStream(this.#live().jsm, this.#options, epoch)
  }
}

/** Reads the ids of messages in a range, and perhaps of some after it. Uses a temporary consumer, because a consumer can leave out payloads. */
async function messageIdsIn(
  { js, jsm, stream }: { js: JetStreamClient; jsm: JetStreamManager; stream: string },
  { after, upTo }: MessageRange,
): Promise<Map<number, string>> {
  const { name, num_pending: messages } = await jsm.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
    headers_only: true,
    mem_storage: true,
    inactive_threshold: nanos(abandonedAfterMs),
  })
  try {
    const consumer = await js.consumers.get(stream, name)
    const ids = new Map<number, string>()
    let last = after
    for (let left = messages; left > 0 && last < upTo; ) {
      const size = Math.min(left, fetchSizeMax)
      let got = 0
      for await (const message of await consumer.fetch({ max_messages: size, expires: fetchWaitMs })) {
        got += 1
        last = message.seq
        ids.set(message.seq, message.headers?.get('Nats-Msg-Id') ?? '')
      }
      // Fewer messages than expected: some were removed in the meantime.
      left = got < size ? 0 : left - got
    }
    return ids
  } finally {
    await jsm.consumers.delete(stream, name).catch(() => {})
  }
}

/**
 * Returns the ids of the events in the message at a sequence, which are compared if the message's id doesn't match: its events may have been
 * marked separately. None if the message is gone or holds no events.
 */
async function eventIdsAt(jsm: JetStreamManager, stream: string, seq: number): Promise<Set<string>> {
  const message = await jsm.streams.getMessage(stream, { seq }).catch((err: unknown) => {
    if (isNotFound(err)) return undefined
    throw err
  })
  try {
    return new Set(message && eventsIn(message).map(({ id }) => id))
  } catch {
    return new Set()
  }
}
