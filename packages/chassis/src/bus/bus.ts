import type { BusEvent, EventKind } from '@posthorn/contracts'

/**
 * Where the stream stands: `epoch` changes when the stream was made anew, `lastSeq` falls when its tail was lost, `holes` are sequences
 * between its first and last message that it no longer has.
 */
export type StreamPosition = { epoch: string; lastSeq: number; holes: number[] }

/** An event whose outbox row has been committed: its id, kind, and the JSON that goes onto the bus. */
export type CommittedEvent = { id: string; kind: string; payload: string }

/** A delivered event with what the consumer may say about it. */
export type Delivered = {
  event: BusEvent
  /** How often the bus has handed it over, 1 at first. */
  deliveries: number
  ack(): void
  /** Hand it over again after the pause. */
  retry(afterMs: number): void
  /** Never hand it over again. */
  drop(): void
}

/** The wire between services: publishes events, hands them to durable consumers, carries nudges. May forget; the outbox does not. */
export type Bus = {
  connected(): boolean
  /**
   * Publishes events of one kind as one message, a line each, with an id made of theirs; resolves with its sequence. Rejects when the
   * stream did not take it.
   */
  publish(...events: CommittedEvent[]): Promise<{ seq: number }>
  /** Position of the stream; rejects when the bus is down. */
  position(): Promise<StreamPosition>
  /** Durable consumption of these kinds; `onEvents` gets what has arrived, in order, and the next batch only after it resolved. */
  consume(opts: {
    consumer: string
    kinds: EventKind[]
    batchSizeMax: number
    /** How long what arrives is gathered before it is handed over; unless told, only what has arrived already. */
    gatherMs?: number | undefined
    onEvents: (events: Delivered[]) => Promise<void>
  }): Promise<Consumption>
  /** Live copies of events of these kinds for every process, without durability: for caches that also expire by themselves. */
  watch(kinds: EventKind[], onEvent: (event: BusEvent) => void): () => void
  /** Tells other processes of a service that a loop has work; best effort. */
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
  stop(): Promise<void>
}
