import type { BusEvent, EventKind } from '@posthorn/contracts'

export type StreamPosition = {
  /** Changes when the stream is recreated. */
  epoch: string
  /** Whether the stream is in memory. Such a stream is lost with the broker, and restarts empty in another epoch. */
  isInMemory: boolean
  firstSeq: number
  /** Last sequence. It decreases if the stream loses its tail. */
  lastSeq: number
  /** Missing sequences between the first and last message. */
  holes: number[]
  /** All consumers have acknowledged everything up to this sequence. 0 until every expected consumer has appeared. */
  acknowledgedSeq: number
  /** The consumer that is furthest behind; null if all are at the end. */
  slowest: string | null
  /** Whether a consumer is past the last message. That means the stream was rolled back, and new messages would be skipped. */
  isConsumerBeyondEnd: boolean
  /** Used share of the stream's size, 0 to 1. */
  fill: number
}

export type MessageRange = { after: number; upTo: number }

export type CommittedEvent = { id: string; kind: string; payload: string }

export type Delivered = {
  event: BusEvent
  /** Number of deliveries, starting at 1. */
  deliveries: number
  /** Reports that the service is done with the event, because it was applied or set aside. */
  ack(): void
  /** Requests redelivery after this time, which repeats the other events of its message, too. */
  retry(afterMs: number): void
}

export type EventStream = {
  /** Reads the stream's state, and recreates the stream if it is gone. Rejects if the bus is down. */
  read(): Promise<StreamPosition>
  lastRead(): StreamPosition | undefined
  messageIds(range: MessageRange): Promise<Map<number, string>>
  /** Returns the ids of the events in the message at a sequence. Empty if there is no such message, or if it holds no events. */
  eventIdsAt(seq: number): Promise<Set<string>>
  /** Removes messages up to and including this sequence. */
  removeUpTo(seq: number): Promise<void>
  /** If the stream still has this epoch, recreates it empty. */
  renew(epoch: string): Promise<void>
}

/** Connects services: publishes events, delivers them to durable consumers, carries nudges. It may lose data; the outbox doesn't. */
export type Bus = {
  connected(): boolean
  /** Returns the largest message size that the bus accepts. Undefined before the first connection. */
  messageBytesMax(): number | undefined
  /**
   * Publishes events of one kind in one message, one event per line, with an id derived from theirs. Resolves with the message's sequence.
   * Rejects with a `PublishError` if the stream didn't accept the message.
   */
  publish(...events: CommittedEvent[]): Promise<{ seq: number; isRepeated: boolean }>
  stream: EventStream
  /** Consumes these kinds durably. `onEvents` gets those that have arrived, in order; the next batch waits until it resolves. */
  consume(opts: {
    consumer: string
    kinds: string[]
    batchSizeMax: number
    /** How many milliseconds to gather events. By default, only events that have already arrived are delivered together. */
    gatherMs?: number | undefined
    /** Whether to wait for `serve` before starting. */
    isStandby?: boolean
    onEvents: (events: Delivered[]) => Promise<void>
  }): Promise<Consumption>
  /** Delivers events of these kinds to every process, without durability. Meant for caches and open streams, which also check by themselves. */
  watch(kinds: EventKind[], onEvent: (event: BusEvent) => void): () => void
  /** Tells the processes of a service that a loop has work. Best effort: loops also poll. */
  nudge(service: string, loop: string): void
  onNudge(service: string, onNudge: (loop: string) => void): void
  onConnect(listener: () => void): void
  close(): Promise<void>
}

export type Consumption = {
  /**
   * Returns whether all events in the stream have been handled; with `through`, those up to this sequence, however many have come since.
   * Events that other processes of the service handle count too. False while disconnected. Rejects if the bus is connected but doesn't respond.
   */
  caughtUp(through?: number): Promise<boolean>
  /** Counts messages not yet delivered and those not yet acknowledged, in all processes of the service. Rejects if the bus is down. */
  lag(): Promise<{ pending: number; ackPending: number }>
  /** Starts or stops consuming. After a stop, other processes immediately get the events that this process hadn't started to handle. */
  serve(serves: boolean): void
  stop(): Promise<void>
}
