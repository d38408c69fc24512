import { setTimeout as pause } from 'node:timers/promises'
import type { BusEvent } from '@posthorn/contracts'
import type { ConsumerMessages, JsMsg } from 'nats'
import type { Log } from '../log.ts'
import { BatchQueue } from '../work/batch-queue.ts'
import type { Bus, Delivered } from './bus.ts'

const resumePauseMs = 500
/** A batch that takes longer counts as stuck, and its events may go to another process. */
const batchMsMax = 30_000
const lineFeed = 10
/** If this many events arrive while a batch is being applied, the next batch waits for more. */
const busyFrom = 4

type ConsumingOptions = Parameters<Bus['consume']>[0] & { ackWaitMs: number; isConnected: () => boolean }

/**
 * A durable consumer. Gathers arriving events into batches, and restarts when the connection or consumer is lost. It keeps extending the
 * deadline of pending events, so the bus can redeliver a dead process's messages after a short wait.
 */
export class Consuming {
  readonly #opts: ConsumingOptions
  readonly #begin: () => Promise<ConsumerMessages>
  readonly #log: Log
  #messages: ConsumerMessages | undefined
  readonly #queue: BatchQueue<JsMsg>
  #batch: { messages: JsMsg[]; since: number } | undefined
  readonly #keeping: NodeJS.Timeout
  #serves: boolean
  #stopped = false
  #starts = 0

  constructor(opts: ConsumingOptions, begin: () => Promise<ConsumerMessages>, log: Log) {
    this.#opts = opts
    this.#begin = begin
    this.#log = log
    this.#serves = opts.isStandby !== true
    this.#queue = new BatchQueue((messages) => this.#apply(messages), {
      batchSizeMax: opts.batchSizeMax,
      concurrency: 1,
      busyFrom,
      idleWaitMs: opts.gatherMs,
      sizeOf: linesIn,
    })
    this.#keeping = setInterval(() => this.#keep(), opts.ackWaitMs / 4).unref()
  }

  /** Extends the deadlines of events that wait or are being applied. While a batch is stuck, all of them may go to another process. */
  #keep(): void {
    const isStuck = this.#batch !== undefined && performance.now() - this.#batch.since > batchMsMax
    if (isStuck) return
    for (const message of [...(this.#batch?.messages ?? []), ...this.#queue.waiting()])
      whileOpen(() => message.working())
  }

  /** Returns whether events are waiting or being applied, or the consumer isn't reading yet. */
  busy(): boolean {
    return !this.#queue.isIdle || (this.#serves && !this.#messages)
  }

  /** Starts or stops consuming, because only one process of a service does so at a time. */
  serve(serves: boolean): void {
    if (serves === this.#serves || this.#stopped) return
    this.#serves = serves
    if (serves) return this.restart()
    this.#starts += 1
    this.#messages?.stop()
    this.#messages = undefined
    for (const message of this.#queue.clear()) whileOpen(() => message.nak())
  }

  /** Starts to read. Called on every connect, because a restarted broker has lost the consumer along with its in-memory stream. */
  restart(): void {
    if (!this.#serves || !this.#opts.isConnected()) return
    this.#starts += 1
    void this.#follow(this.#starts)
  }

  /** Reads messages until a later start or a stop replaces this one. `start`: this start's number. */
  async #follow(start: number): Promise<void> {
    this.#messages?.stop()
    while (this.#isCurrent(start)) {
      try {
        const messages = await this.#begin()
        if (!this.#isCurrent(start)) return messages.stop()
        this.#messages = messages
        this.#endWhenLost(messages).catch(() => messages.stop())
        for await (const message of messages) {
          if (this.#isCurrent(start)) this.#queue.push(message)
          else whileOpen(() => message.nak())
        }
      } catch (err) {
        this.#log.warn({ consumer: this.#opts.consumer, err }, 'bus.consume_failed')
      }
      if (this.#isCurrent(start)) await pause(resumePauseMs)
    }
  }

  #isCurrent(start: number): boolean {
    return !this.#stopped && start === this.#starts
  }

  /** Ends the reading of a consumer that was deleted, so that `#follow` creates it again. */
  async #endWhenLost(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      if (/deleted|not_found/i.test(String(status.type))) messages.stop()
    }
  }

  /** Hands over a batch. `onEvents` settles events that fail. If it rejects, even counting a failure failed, so the batch is requested again. */
  async #apply(batch: JsMsg[]): Promise<void> {
    this.#batch = { messages: batch, since: performance.now() }
    try {
      await this.#opts.onEvents(batch.flatMap((message) => this.#read(message)))
    } catch (err) {
      this.#log.error({ consumer: this.#opts.consumer, err }, 'bus.batch_failed')
      for (const message of batch) whileOpen(() => message.nak(1_000))
    }
    this.#batch = undefined
  }

  /** Returns a message's events. Gives up a message that holds none, because no service published it, and it would delay its whole batch. */
  #read(message: JsMsg): Delivered[] {
    try {
      return toDelivered(message)
    } catch (err) {
      this.#log.error(
        { consumer: this.#opts.consumer, subject: message.subject, seq: message.seq, err },
        'bus.message_unreadable',
      )
      whileOpen(() => message.term())
      return []
    }
  }

  /** Ends after the current batch. Then returns the other events to the bus, so that another process gets them before their deadlines. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#messages?.stop()
    const notBegun = await this.#queue.stop()
    clearInterval(this.#keeping)
    for (const message of notBegun) whileOpen(() => message.nak())
  }
}

/** Returns a message's events: one JSON object per line. Throws if a line is anything else. */
export function eventsIn(message: { string(): string }): BusEvent[] {
  return message
    .string()
    .split('\n')
    .map((line) => {
      const event = JSON.parse(line) as BusEvent | null
      if (typeof event?.id !== 'string') throw new Error('a line of the message is no event')
      return event
    })
}

/** Counts a message's events for the limit of a batch: one per line, without decoding them. */
function linesIn({ data }: JsMsg): number {
  let lines = 1
  for (let at = data.indexOf(lineFeed); at >= 0; at = data.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}

export type MessageOnWire = Pick<JsMsg, 'string' | 'ack' | 'nak'> & { info: { deliveryCount: number } }

/** Returns a message's events. The message is acknowledged once all of them are, and redelivered if any must be. */
export function toDelivered(message: MessageOnWire): Delivered[] {
  const events = eventsIn(message)
  let unsettled = events.length
  let retryMs: number | undefined
  const settle = () => {
    unsettled -= 1
    if (unsettled > 0) return
    if (retryMs === undefined) message.ack()
    else message.nak(retryMs)
  }
  const retry = (afterMs: number) => {
    retryMs = Math.max(retryMs ?? 0, afterMs)
    settle()
  }
  const deliveries = message.info.deliveryCount
  return events.map((event) => ({ event, deliveries, ack: settle, retry }))
}

/** Responds to a message. Ignores a failure caused by a closed connection, because the message is redelivered. */
function whileOpen(respond: () => void): void {
  try {
    respond()
  } catch {}
}
