import { setTimeout as pause } from 'node:timers/promises'
import type { BusEvent } from '@posthorn/contracts'
import { type ConsumerMessages, headers, type Msg, type MsgHdrs, type NatsConnection, type Subscription } from 'nats'
import type { Log } from '../log.ts'
import type { Spans } from '../spans/spans.ts'
import type { Bus, CommittedEvent, Consumption } from './bus.ts'
import { Consuming, eventsIn } from './consuming.ts'
import { type BrokerAddress, connectTo, NatsStream, requestTimeoutMs, type Wire } from './nats-stream.ts'
import { messageIdOf, PublishError, publishErrorOf } from './publication.ts'
import { ackPendingMax, ensureConsumer, ensureStream, isNotFound, type StreamOptions } from './stream.ts'

/** How long a dead process's messages wait before they go to another process. A live process extends it four times in that period. */
const ackWaitMsDefault = 8_000
/** Interval of a consumer's heartbeats. If two are missed, for example because its server died, messages are requested again. */
const heartbeatMs = 2_000
const resumePauseMs = 500

/**
 * Opens the bus over NATS JetStream. It connects in the background and never gives up: a service starts and works without NATS. A half-open
 * connection is detected after two missed pings, within 15 s.
 */
export const openBus = (opts: BusOptions): Bus => new NatsBus(opts)

type BusOptions = BrokerAddress & {
  name: string
  service: string
  log: Log
  spans?: Spans
  ackWaitMs?: number
  /** Size of the stream in bytes. By default, unchanged. */
  bytesMax?: number
  /** Number of cluster servers that store the stream. By default, unchanged. */
  replicas?: number | undefined
  /** Consumers that must acknowledge a message before it is removed. Default: none. */
  consumers?: readonly string[]
}

/** Carries the events and nudges of a process over one connection. Other loops and checks find what `watch` and `nudge` miss. */
class NatsBus implements Bus {
  readonly #opts: BusOptions
  readonly #ackWaitMs: number
  readonly #options: StreamOptions
  readonly stream: NatsStream
  readonly #listeners = new Set<() => void>()
  readonly #watchers = new Set<() => void>()
  #wire: Wire | undefined
  #online = false
  #closed = false
  readonly #connecting: Promise<void>

  constructor(opts: BusOptions) {
    this.#opts = opts
    this.#ackWaitMs = opts.ackWaitMs ?? ackWaitMsDefault
    const { name, bytesMax, replicas, consumers = [] } = opts
    this.#options = { name: name.toUpperCase(), subjects: [this.#subjectOf('>')], bytesMax, replicas, consumers }
    this.stream = new NatsStream(this.#options, () => this.#live())
    this.#connecting = this.#connect()
  }

  /** Tries until the first connection is made. From then on, the library itself reconnects. */
  async #connect(): Promise<void> {
    let known = ''
    while (!this.#closed) {
      try {
        this.#wire = await connectTo(this.#opts)
        const { nc } = this.#wire
        if (this.#closed) return await nc.close()
        await this.#goOnline()
        for (const watch of this.#watchers) watch()
        this.#followStatus(nc).catch((err: unknown) => this.#opts.log.warn({ err }, 'bus.status_lost'))
        return
      } catch (err) {
        // Each reason is logged as a warning once. `/readyz` and the BusAway alarm show that it persists.
        this.#opts.log[String(err) === known ? 'debug' : 'warn']({ err }, 'bus.connect_failed')
        known = String(err)
        await pause(resumePauseMs)
      }
    }
  }

  /** Creates the stream if necessary, and tells listeners that the bus is connected. Tries again while the stream can't be created. */
  async #goOnline(): Promise<void> {
    try {
      await ensureStream(this.#live().jsm, this.#options)
      this.#online = true
      for (const listener of this.#listeners) listener()
    } catch (err) {
      this.#opts.log.warn({ err }, 'bus.stream_unavailable')
      if (!this.#closed)
        setTimeout(() => void (this.#wire?.nc.isClosed() === false && this.#goOnline()), resumePauseMs).unref()
    }
  }

  /** Notes when the connection is lost. After a reconnect, a restarted broker may have lost the stream, so that is created again first. */
  async #followStatus(nc: NatsConnection): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        this.#online = false
        this.#opts.log.warn({}, 'bus.disconnected')
      }
      if (status.type === 'error') this.#opts.log.warn({ reason: status.data }, 'bus.error')
      if (status.type === 'reconnect') void this.#goOnline()
    }
  }

  #subjectOf(kind: string): string {
    return `${this.#opts.name}.events.${kind}`
  }

  /** Returns the connection. Throws if there is none, so that callers treat it as a bus that is down. */
  #live(): Wire {
    if (!this.#wire || this.#wire.nc.isClosed()) throw new PublishError('unavailable', 'the bus is not connected')
    return this.#wire
  }

  connected(): boolean {
    return this.#online && this.#wire?.nc.isClosed() === false
  }

  messageBytesMax(): number | undefined {
    return this.#wire?.nc.info?.max_payload
  }

  /** Publishes events as the lines of one message. By its id, the stream recognizes one that it already has. */
  async publish(...events: CommittedEvent[]): Promise<{ seq: number; isRepeated: boolean }> {
    const kind = events[0]?.kind ?? ''
    const parents = events.map(({ payload }) => traceparentIn(payload))
    const steps = parents.map((parent) =>
      this.#opts.spans?.begin({ name: `publish ${kind}`, kind: 'producer', parent }),
    )
    const lines = events.map(({ payload }) => payload).join('\n')
    let seq: number | undefined
    try {
      const msgID = messageIdOf(events.map(({ id }) => id))
      const options = { ...traceHeaders(parents[0]), msgID, timeout: requestTimeoutMs }
      const answer = await this.#live().js.publish(this.#subjectOf(kind), lines, options)
      seq = answer.seq
      return { seq, isRepeated: answer.duplicate }
    } catch (err) {
      throw publishErrorOf(err, { bytes: Buffer.byteLength(lines), bytesMax: this.messageBytesMax() })
    } finally {
      const error = seq === undefined ? 'bus:unavailable' : undefined
      for (const [i, step] of steps.entries()) step?.end({ attributes: { event: events[i]?.id ?? '' }, error })
    }
  }

  /** Reads through a durable consumer, in which NATS keeps the service's place, whichever of its processes reads. */
  async consume(opts: Parameters<Bus['consume']>[0]): Promise<Consumption> {
    const given = { ...opts, ackWaitMs: this.#ackWaitMs, isConnected: () => this.connected() }
    const run = new Consuming(given, () => this.#consumer(opts.consumer, opts.kinds), this.#opts.log)
    this.onConnect(() => run.restart())
    run.restart()
    const info = () => this.#live().jsm.consumers.info(this.#options.name, opts.consumer)
    return {
      caughtUp: async (through) => {
        if (!this.connected()) return false
        const position = await info().catch((err: unknown) => {
          if (isNotFound(err)) return undefined
          throw err
        })
        if (position === undefined) return false
        const { ack_floor: handled, num_pending: pending, num_ack_pending: ackPending } = position
        if (through !== undefined && handled.stream_seq >= through) return true
        return !run.busy() && pending === 0 && ackPending === 0
      },
      async lag() {
        const { num_pending: pending, num_ack_pending: ackPending } = await info()
        return { pending, ackPending }
      },
      serve: (serves) => run.serve(serves),
      stop: () => run.stop(),
    }
  }

  /** Creates or updates the durable consumer, and starts to read from it. */
  async #consumer(name: string, kinds: string[]): Promise<ConsumerMessages> {
    const { jsm, js } = this.#live()
    const subjects = kinds.map((kind) => this.#subjectOf(kind))
    await ensureConsumer(jsm, this.#options.name, { name, subjects, ackWaitMs: this.#ackWaitMs })
    const consumer = await js.consumers.get(this.#options.name, name)
    return consumer.consume({ max_messages: ackPendingMax, expires: 10_000, idle_heartbeat: heartbeatMs })
  }

  /** Subscribes without the durable consumer, so that every process gets the events, except while it is disconnected. */
  watch(kinds: string[], onEvent: (event: BusEvent) => void): () => void {
    const stops: (() => void)[] = []
    const begin = () => {
      for (const kind of kinds) {
        const subscription = this.#subscribe(this.#subjectOf(kind), (msg) => {
          for (const event of eventsIn(msg)) onEvent(event)
        })
        stops.push(() => subscription.unsubscribe())
      }
    }
    this.#whenConnected(begin)
    return () => {
      this.#watchers.delete(begin)
      for (const stop of stops) stop()
    }
  }

  /**
   * Subscribes to a subject. Logs a subscription that the broker refuses: it gets nothing. Also logs a message that can't be read, because an
   * error thrown to the library would end the connection's reader.
   */
  #subscribe(subject: string, onMessage: (msg: Msg) => void): Subscription {
    const callback = (err: Error | null, msg: Msg) => {
      if (err) return this.#opts.log.warn({ err, subject }, 'bus.subscription_failed')
      try {
        onMessage(msg)
      } catch (cause) {
        this.#opts.log.error({ err: cause, subject: msg.subject }, 'bus.message_unreadable')
      }
    }
    return this.#live().nc.subscribe(subject, { callback })
  }

  /** Subscribes now or upon the first connection. The library renews subscriptions when it reconnects. */
  #whenConnected(begin: () => void): void {
    if (this.#wire) begin()
    else this.#watchers.add(begin)
  }

  /** Tells a service's processes that a loop has work. Not while disconnected: every loop also polls. */
  nudge(service: string, loop: string): void {
    if (this.connected()) this.#live().nc.publish(`${this.#opts.name}.nudge.${service}`, loop)
  }

  onNudge(service: string, onNudge: (loop: string) => void): void {
    this.#whenConnected(() => {
      this.#subscribe(`${this.#opts.name}.nudge.${service}`, (msg) => onNudge(msg.string()))
    })
  }

  onConnect(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Closes the connection once everything has been sent. A broker that doesn't respond delays a stop by about a second only. */
  async close(): Promise<void> {
    this.#closed = true
    this.#online = false
    await Promise.race([this.#connecting, pause(100)])
    const nc = this.#wire?.nc
    if (!nc || nc.isClosed()) return
    await Promise.race([nc.drain().catch(() => {}), pause(1_000)])
    if (!nc.isClosed()) await nc.close()
  }
}

/** Returns a published event's trace. It is the event's last field, so a search of the last 80 characters finds it. */
function traceparentIn(payload: string): string | undefined {
  return /"traceparent":"([0-9a-f-]{55})"\}$/.exec(payload.slice(-80))?.[1]
}

/** Returns a message's trace header. A message can have only one, even if its events belong to several traces. */
function traceHeaders(traceparent: string | undefined): { headers?: MsgHdrs } {
  if (traceparent === undefined) return {}
  const own = headers()
  own.set('traceparent', traceparent)
  return { headers: own }
}
