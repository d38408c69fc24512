import { hash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ErrorCode, NatsError } from 'nats'
import type { Bus, CommittedEvent } from './bus.ts'
import { errorTextOf } from './inbox.ts'
import { type Batch, type FailedEvent, type PublishedBatch, readCommitted } from './outbox.sql.ts'

type CompleteBatch = PublishedBatch & { epoch: string }

/** Batches that this process publishes from memory. The sweep must skip them until they are marked. */
export class HeldBatches {
  readonly #lengths = new Map<string, number>()
  readonly #complete = new Map<string, CompleteBatch>()
  /** Number of events being published. `length` is their size in characters. */
  events = 0
  length = 0

  ids(): string[] {
    return [...this.#lengths.keys(), ...this.#complete.keys()]
  }

  /** Holds a batch until it is completed or left. */
  add({ id, events }: Batch): void {
    // A batch that waited for a check is added twice, one in doubt only after the check.
    if (this.#lengths.has(id)) return
    const length = events.reduce((sum, { payload }) => sum + payload.length, 0)
    this.#lengths.set(id, length)
    this.events += events.length
    this.length += length
  }

  /** Gives up a batch that the bus didn't take completely. From then on, the sweep may publish it. */
  leave({ id, events }: Batch): void {
    const length = this.#lengths.get(id)
    if (length === undefined) return
    this.#lengths.delete(id)
    this.events -= events.length
    this.length -= length
  }

  /** Keeps a batch that the bus has taken until it is marked in Postgres. */
  complete(batch: Batch, published: CompleteBatch): void {
    this.leave(batch)
    this.#complete.set(batch.id, published)
  }

  /** Returns the batches to mark, by the epoch in which the stream took them. */
  unmarked(): Map<string, CompleteBatch[]> {
    return Map.groupBy(this.#complete.values(), ({ epoch }) => epoch)
  }

  remove(marked: readonly CompleteBatch[]): void {
    for (const { id } of marked) this.#complete.delete(id)
  }

  /** Forgets batches that were taken before a restore of the database. They must be published again. */
  removeUnmarked(): void {
    this.#complete.clear()
  }
}

/** Time after which Postgres is assumed to have ended a transaction whose connection was lost, in milliseconds. */
const doubtMs = 10_000

/**
 * Batches waiting for a check of the stream, in order. A transaction whose COMMIT got no response may still commit. Other changes to the
 * same aggregate wait for that transaction in Postgres, so their events arrive only once the transaction's batch row can be read. Reading
 * that row before publishing anything keeps the order.
 */
export class Postponed {
  #waiting: Batch[] = []
  /** When to stop waiting for a transaction's COMMIT, by batch. */
  readonly #doubts = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(...batches: Batch[]): void {
    this.#waiting.push(...batches)
  }

  /** Puts batches that were taken back at the front, because the stream has to be checked again before they are published. */
  putBack(batches: Batch[]): void {
    this.#waiting.unshift(...batches)
  }

  /** Adds the batch of a transaction whose commit is uncertain. */
  doubt(batch: Batch): void {
    this.add(batch)
    this.#doubts.set(batch.id, performance.now() + doubtMs)
  }

  /** Removes and returns the batches that may be published. A batch whose transaction didn't commit in time is dropped. */
  async take(em: EntityManager): Promise<Batch[]> {
    // Batches that arrive during the query wait for the next call.
    const countBefore = this.#waiting.length
    for (const id of await readCommitted(em, [...this.#doubts.keys()])) this.#doubts.delete(id)
    const [present, later] = [this.#waiting.slice(0, countBefore), this.#waiting.slice(countBefore)]
    const ready = present.filter(({ id }) => !this.#doubts.has(id))
    // The same time for both: a batch that waits without its doubt would be published, although nothing was committed.
    const nowMs = performance.now()
    const doubtful = present.filter(({ id }) => (this.#doubts.get(id) ?? 0) > nowMs)
    this.#waiting = [...doubtful, ...later]
    for (const [id, endsAtMs] of this.#doubts) if (endsAtMs <= nowMs) this.#doubts.delete(id)
    return ready
  }
}

/** Maximum number and total size of the events in a message. Well below a consumer's batch size, and the broker's limit (1 MB). */
const eventsOfMessageMax = 50
const bytesOfMessageMax = 128 * 1024

/** Groups consecutive events of one kind into messages, which preserves their order (measured end to end: one message instead of seven). */
export function groupIntoMessages<E extends Pick<CommittedEvent, 'kind' | 'payload'>>(events: E[]): E[][] {
  const messages: E[][] = []
  let bytes = 0
  for (const event of events) {
    const last = messages.at(-1)
    const size = Buffer.byteLength(event.payload)
    bytes += size
    if (last?.[0]?.kind === event.kind && last.length < eventsOfMessageMax && bytes <= bytesOfMessageMax)
      last.push(event)
    else {
      messages.push([event])
      bytes = size
    }
  }
  return messages
}

/** Returns an id that is unique to this set of events, because the stream drops messages with a known id as duplicates. */
export function messageIdOf(eventIds: string[]): string {
  const [first, ...more] = eventIds.toSorted()
  return more.length === 0 ? (first ?? '') : `${first}+${hash('sha256', more.join(' '))}`
}

/**
 * Returns an event's id on the bus: at first its own, then a new one for each further attempt of its batch, such as after the stream lost
 * the event. With the same id, the stream would drop it as a duplicate.
 */
export const eventIdOfAttempt = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt > 0 ? `${id}.${attempt}` : id

/**
 * Result of publishing batches. It contains the batches whose events were all accepted by the stream. From a batch with a failed event, it
 * contains the accepted events, each in its own batch. It also contains the failed events and, if the bus accepts none, why the rest
 * weren't published.
 */
export type Publication = {
  published: PublishedBatch[]
  answers: Awaited<ReturnType<Bus['publish']>>[]
  failed: FailedEvent[]
  unavailable: unknown
}

type Sent = Batch['events'][number] & { batch: Batch }
type Outcome = Pick<Publication, 'answers' | 'failed' | 'unavailable'> & { seqs: Map<string, number> }

/**
 * Sends all messages at once; the connection keeps their order. Events of a failed message are sent again one at a time, because one of
 * them may be the cause. They can end up behind later ones.
 */
export async function publishBatches(bus: Bus, batches: readonly Batch[]): Promise<Publication> {
  const events = batches.flatMap((batch): Sent[] => batch.events.map((event) => ({ ...event, batch })))
  const outcome: Outcome = { seqs: new Map(), answers: [], failed: [], unavailable: undefined }
  await Promise.all(groupIntoMessages(events).map((message) => publishMessage(bus, message, outcome)))
  const { seqs, ...rest } = outcome
  const failedBatches = new Set(rest.failed.map(({ batch }) => batch))
  const published: PublishedBatch[] = []
  for (const { id, attempt, events: own } of batches) {
    const placed = own.flatMap((event) => {
      const seq = seqs.get(event.id)
      return seq === undefined ? [] : [{ id: event.id, seq }]
    })
    if (failedBatches.has(id)) published.push(...placed.map((event) => ({ id: event.id, attempt, events: [event] })))
    else if (placed.length === own.length && own.length > 0) published.push({ id, attempt, events: placed })
  }
  return { published, ...rest }
}

/**
 * Publishes events in one message, and adds the result to `outcome`. If the bus takes others but not this message, publishes its events one
 * by one, to find the one that it rejects.
 */
async function publishMessage(bus: Bus, events: Sent[], outcome: Outcome): Promise<void> {
  try {
    for (const { unreadable } of events) if (unreadable !== undefined) throw new PublishError('refused', unreadable)
    const message = events.map(({ id, kind, payload, batch: { attempt } }) => ({
      id: eventIdOfAttempt({ id, attempt }),
      kind,
      payload,
    }))
    const answer = await bus.publish(...message)
    outcome.answers.push(answer)
    for (const { id } of events) outcome.seqs.set(id, answer.seq)
  } catch (err) {
    const [event, ...more] = events
    const reason = err instanceof PublishError ? err.reason : 'failed'
    if (reason === 'unavailable') outcome.unavailable = err
    else if (more.length > 0) for (const each of events) await publishMessage(bus, [each], outcome)
    else if (event) {
      const { id, kind, payload, batch } = event
      const isRefused = reason === 'refused'
      outcome.failed.push({ id, kind, payload, batch: batch.id, error: errorTextOf(err), isRefused })
    }
  }
}

/**
 * A publishing error. `refused`: the bus will never accept the message, for example because of its size. `failed`: the bus may accept it
 * later. `unavailable`: the bus accepts no messages now.
 */
export class PublishError extends Error {
  readonly reason: 'refused' | 'failed' | 'unavailable'

  constructor(reason: PublishError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PublishError'
    this.reason = reason
  }
}

export const tooLargeText = (bytes: number, bytesMax: number | undefined): string =>
  `the event has ${bytes} bytes, and the bus takes ${bytesMax} at most`

/** JetStream error codes for a message whose content or headers exceed the stream's limit. */
const tooLargeCodes = [10_054, 10_097]

/** Client error codes for messages that are never sent. */
const neverSentCodes: readonly string[] = [
  ErrorCode.BadHeader,
  ErrorCode.BadPayload,
  ErrorCode.BadSubject,
  ErrorCode.InvalidPayload,
]

const unavailableCodes: readonly string[] = [
  ErrorCode.Cancelled,
  ErrorCode.ConnectionClosed,
  ErrorCode.ConnectionDraining,
  ErrorCode.ConnectionRefused,
  ErrorCode.ConnectionTimeout,
  ErrorCode.Disconnect,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.NoResponders,
  ErrorCode.Timeout,
]

/** Translates an error of the NATS client, so that the relay knows whether to try again. `bytes`: the message's size. */
export function publishErrorOf(
  cause: unknown,
  { bytes, bytesMax }: { bytes: number; bytesMax: number | undefined },
): PublishError {
  if (cause instanceof PublishError) return cause
  const { code, message, api_error: answer } = cause instanceof NatsError ? cause : new NatsError(String(cause), '')
  if (code === ErrorCode.MaxPayloadExceeded)
    return new PublishError('refused', tooLargeText(bytes, bytesMax), { cause })
  if (answer?.err_code !== undefined && tooLargeCodes.includes(answer.err_code))
    return new PublishError('refused', `the event has ${bytes} bytes: ${answer.description}`, { cause })
  if (neverSentCodes.includes(code)) return new PublishError('refused', message, { cause })
  const isUnavailable = unavailableCodes.includes(code) || (answer !== undefined && answer.code >= 500)
  return new PublishError(isUnavailable ? 'unavailable' : 'failed', message, { cause })
}
