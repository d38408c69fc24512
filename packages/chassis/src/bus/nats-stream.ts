import { AckPolicy, DeliverPolicy, type JetStreamClient, type JetStreamManager, nanos } from 'nats'
import type { EventStream, MessageRange, StreamPosition } from './bus.ts'
import { eventsIn } from './consuming.ts'
import type { Wire } from './nats-connection.ts'
import { ensureStream, isNotFound, positionOf, renewStream, type StreamOptions } from './stream.ts'

const fetchSizeMax = 1_000
const fetchWaitMs = 2_000
const abandonedAfterMs = 30_000

export class NatsStream implements EventStream {
  readonly #options: StreamOptions
  readonly #live: () => Wire
  #last: StreamPosition | undefined

  /** `live` returns the current connection, and throws if there is none. */
  constructor(options: StreamOptions, live: () => Wire) {
    this.#options = options
    this.#live = live
  }

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

/** Reads the ids of messages in a range, through a temporary consumer without payloads. */
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

async function eventIdsAt(jsm: JetStreamManager, stream: string, seq: number): Promise<Set<string>> {
  try {
    const message = await jsm.streams.getMessage(stream, { seq })
    return new Set(eventsIn(message).map(({ id }) => id))
  } catch (err) {
    if (isNotFound(err)) return new Set()
    throw err
  }
}
