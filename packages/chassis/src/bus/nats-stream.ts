import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats'
import type { EventStream, MessageRange, StreamPosition } from './bus.ts'
import { ensureStream, isNotFound, positionOf, renewStream, type StreamOptions } from './stream.ts'
import { eventIdsAt, messageIdsIn } from './stream-contents.ts'

/** A connection to NATS with its JetStream clients. */
export type Wire = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager }

/** The stream of events on JetStream. */
export class NatsStream implements EventStream {
  readonly #options: StreamOptions
  readonly #live: () => Wire
  #last: StreamPosition | undefined

  /** `live`: the present connection; throws without one. */
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
