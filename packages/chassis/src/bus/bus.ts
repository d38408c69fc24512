import type { BusEvent, EventKind } from '@posthorn/contracts'

/** State of the stream at one moment. */
export type StreamPosition = {
  /** Changes when the stream was made anew. */
  epoch: string
  /** Ends with the broker, and then begins empty in another epoch. */
  isInMemory: boolean
  firstSeq: number
  /** Falls when the stream lost its tail. */
  lastSeq: number
  /** Sequences between the first and the last message that the stream no longer has. */
  holes: number[]
  /** All consumers have acknowledged what concerns them up to this sequence; 0 while one that is expected was never there. */
  acknowledgedSeq: number
  /** The consumer that has acknowledged least, if one is behind. */
  slowest: string | null
  /** A consumer is beyond the last message: the stream went back, and what comes now would be skipped. */
  isConsumerBeyondEnd: boolean
  /** Used share of the stream's size, 0 to 1. */
  fill: number
}

/** Messages of the stream between two sequences, without their payloads. */
export type MessageRange = { after: number; upTo: number }

/** An event whose outbox row has been committed: its id, kind, and the JSON that goes onto the bus. */
export type CommittedEvent = { id: string; kind: string; payload: string }

/** A delivered event with what the consumer may say about it. */
export type Delivered = {
  event: BusEvent
  /** Times that the bus has handed it over, 1 at first. */
  deliveries: number
  ack(): void
  /** Hand it over again after the pause. */
  retry(afterMs: number): void
  /** Never hand it over again. */
  drop(): void
}

/** The stream that carries the events of all services. */
export type EventStream = {
  /** Reads the state of the stream, made anew if it is gone; rejects when the bus is down. */
  read(): Promise<StreamPosition>
  /** The state of the stream when it was last read by this process. */
  lastRead(): StreamPosition | undefined
  /** Ids of the messages in a range, by sequence. */
  messageIds(range: MessageRange): Promise<Map<number, string>>
  /** Ids of the events in the message at a sequence; none when there is no such message. */
  eventIdsAt(seq: number): Promise<Set<string>>
  /** Removes messages up to this sequence. */
  removeUpTo(seq: number): Promise<void>
  /** Deletes the stream of this epoch and makes it anew; does nothing when its epoch is another by now. */
  renew(epoch: string): Promise<void>
}

/** The wire between services: publishes events, hands them to durable consumers, carries nudges. May forget; the outbox does not. */
export type Bus = {
  connected(): boolean
  /** Bytes of a message that the bus takes at most; undefined before the first connection. */
  payloadBytesMax(): number | undefined
  /**
   * Publishes events of one kind as one message, a line each, with an id made of theirs; resolves with its sequence. Rejects with a
   * `PublishError` when the stream did not take it.
   */
  publish(...events: CommittedEvent[]): Promise<{ seq: number; isRepeated: boolean }>
  stream: EventStream
  /** Durable consumption of these kinds; `onEvents` gets what has arrived, in order, and the next batch only after it resolved. */
  consume(opts: {
    consumer: string
    kinds: string[]
    batchSizeMax: number
    /** Milliseconds in which events are gathered before they are handed over; absent: only what has arrived already. */
    gatherMs?: number | undefined
    /** True to begin only with `serve`. */
    isStandby?: boolean
    onEvents: (events: Delivered[]) => Promise<void>
  }): Promise<Consumption>
  /** Live copies of events of these kinds for every process, without durability: for caches that also expire by themselves. */
  watch(kinds: EventKind[], onEvent: (event: BusEvent) => void): () => void
  /** Notifies other processes of a service that a loop has work; best effort. */
  nudge(service: string, loop: string): void
  onNudge(service: string, onNudge: (loop: string) => void): void
  /** Called after every connect and reconnect. */
  onConnect(listener: () => void): void
  close(): Promise<void>
}

/** A running durable consumption. */
export type Consumption = {
  caughtUp(): Promise<boolean>
  /** Messages that were not handed over yet, and those that were and are not acknowledged, by all processes of the service. Rejects without the bus. */
  lag(): Promise<{ pending: number; ackPending: number }>
  /** Takes part in the consumption, or leaves it to the other processes, which get at once what was not begun. */
  serve(serves: boolean): void
  stop(): Promise<void>
}
