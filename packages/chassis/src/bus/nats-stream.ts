import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats'
import type { ConfirmedPosition, EventStream, MessageRange, StreamPosition } from './bus.ts'
import { answerConfirmed, askConfirmed, Confirmations } from './confirmed.ts'
import { ensureStream, isNotFound, positionOf, renewStream, type StreamOptions } from './stream.ts'
import { eventIdsAt, messageIdsIn } from './stream-contents.ts'

/** A connection to NATS with its JetStream clients. */
export type Wire = { nc: NatsConnection; js: JetStreamClient; jsm: JetStreamManager }

type Connection = {
  /** First part of every subject. */
  prefix: string
  service: string
  /** The present connection; throws without one. */
  live: () => Wire
  whenConnected: (begin: () => void) => void
}

/** The stream of events on JetStream. */
export class NatsStream implements EventStream {
  readonly #options: StreamOptions
  readonly #connection: Connection
  readonly #confirmations: Confirmations
  #last: StreamPosition | undefined

  constructor(options: StreamOptions, connection: Connection) {
    this.#options = options
    this.#connection = connection
    this.#confirmations = new Confirmations(options.consumers, performance.now())
  }

  async read(): Promise<StreamPosition> {
    const { jsm } = this.#connection.live()
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
    return messageIdsIn({ ...this.#connection.live(), stream: this.#options.name }, range)
  }

  eventIdsAt(seq: number): Promise<Set<string>> {
    return eventIdsAt(this.#connection.live().jsm, this.#options.name, seq)
  }

  async removeUpTo(seq: number): Promise<void> {
    await this.#connection.live().jsm.streams.purge(this.#options.name, { seq: seq + 1 })
  }

  renew(epoch: string): Promise<void> {
    return renewStream(this.#connection.live().jsm, this.#options, epoch)
  }

  async confirmedByAll(epoch: string): Promise<number> {
    const answers = await askConfirmed(this.#connection.live().nc, this.#subject())
    return this.#confirmations.lowest(answers, { epoch, nowMs: performance.now() })
  }

  onConfirmedAsked(answer: () => ConfirmedPosition): void {
    const { service, live, whenConnected } = this.#connection
    whenConnected(() => answerConfirmed(live().nc, this.#subject(), { service, answer }))
  }

  #subject(): string {
    return `${this.#connection.prefix}.confirmed`
  }
}
