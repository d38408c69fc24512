import type { BusEvent, EventKind } from '@posthorn/contracts'

/** State of the stream at one time. */
export type StreamPosition = {
  /** Changes when the stream is recreated. */
  epoch: string
  /** Lost with the broker, and then starts empty in another epoch. */
  isInMemory: boolean
  firstSeq: number
  /** Decreases if the stream loses its tail. */
  lastSeq: number
  /** Missing sequences between the first and last message. */
  holes: number[]
  /** All consumers have acknowledged everything up to this sequence; 0 while an expected consumer has never been there. */
  acknowledgedSeq: number
  /** The consumer furthest behind, if any is. */
  slowest: string | null
  /** A consumer is past the last message: the stream was set back, and new messages would be skipped. */
  isConsumerBeyondEnd: boolean
  /** Used share of the stream's size, 0 to 1. */
  fill: number
}

/** A range of sequences in the stream, without payloads. */
export type MessageRange = { after: number; upTo: number }

/** A committed event: its id, kind, and the JSON to publish. */
export type CommittedEvent = { id: string; kind: string; payload: string }

/** A delivered event, and ways to respond to it. */
export type Delivered = {
  event: BusEvent
  /** Number of deliveries, starting at 1. */
  deliveries: number
  ack(): void
  /** Requests redelivery after this time. */
  retry(afterMs: number): void
  /** Requests that it never be redelivered. */
  drop(): void
}

/** The stream with the events of all services. */
export type EventStream = {
  /** Reads the stream's state, and recreates the stream if it is gone. Rejects if the bus is down. */
  read(): Promise<StreamPosition>
  /** The state as this process last read it. */
  lastRead(): StreamPosition | undefined
  /** Ids of the messages in a range, by sequence. */
  messageIds(range: MessageRange): Promise<Map<number, string>>
  /** Ids of the events in the message at a sequence; empty if there is no such message. */
  eventIdsAt(seq: number): Promise<Set<string>>
  /** Removes messages up to this sequence. */
  removeUpTo(seq: number): Promise<void>
  /** Deletes and recreates the stream of this epoch. Does nothing if the epoch has changed. */
  renew(epoch: string): Promise<void>
}

/** Connects services: publishes events, delivers them to durable consumers, and carries nudges. It may lose data, but the outbox doesn't. */
export type Bus = {
  connected(): boolean
  /** Largest message that the bus accepts; undefined before the first connection. */
  payloadBytesMax(): number | undefined
  /**
   * Publishes events of one kind as one message, one per line, with an id derived from theirs. Resolves with its sequence. Rejects with a
   * `PublishError` if the stream didn't accept it.
   */
  publish(...events: CommittedEvent[]): Promise<{ seq: number; isRepeated: boolean }>
  stream: EventStream
  /** Consumes these kinds durably. `onEvents` gets what has arrived, in order, and the next batch only after it resolves. */
  consume(opts: {
    consumer: string
    kinds: string[]
    batchSizeMax: number
    /** How long to gather events before delivering them, in milliseconds. By default, only what has already arrived is delivered together. */
    gatherMs?: number | undefined
    /** Whether to wait for `serve` before starting. */
    isStandby?: boolean
    onEvents: (events: Delivered[]) => Promise<void>
  }): Promise<Consumption>
  /** Delivers events of these kinds to every process, without durability. For caches that also expire by themselves. */
  watch(kinds: EventKind[], onEvent: (event: BusEvent) => void): () => void
  /** Tells other processes of a service that a loop has work. Best effort. */
  nudge(service: string, loop: string): void
  onNudge(service: string, onNudge: (loop: string) => void): void
  /** Called after each connect and reconnect. */
  onConnect(listener: () => void): void
  close(): Promise<void>
}

/** A running durable consumer. */
export type Consumption = {
  caughtUp(): Promise<boolean>
  /** Messages not delivered yet, and messages delivered but not acknowledged, across all processes of the service. Rejects without the bus. */
  lag(): Promise<{ pending: number; ackPending: number }>
  /** Starts or stops consuming. After a stop, other processes immediately get what wasn't started. */
  serve(serves: boolean): void
  stop(): Promise<void>
}
