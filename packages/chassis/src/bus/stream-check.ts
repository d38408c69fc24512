import type { Counter } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'
import type { StreamPosition } from './bus.ts'
import {
  confirmRange,
  lockPosition,
  movePosition,
  type PlacedEvent,
  type RelayPosition,
  readPlaced,
  readPosition,
  reopenInGaps,
  reopenUnconfirmed,
} from './position.sql.ts'
import { eventIdOfAttempt, messageIdOf } from './publication.ts'

/** Maximum number of events or sequences checked at a time. */
const eventsMax = 5_000
const seqsMax = 50_000
/** By then, the publishing process has marked its acknowledged messages. */
const settledAfterMs = 1_000
/** By then, every running service has normally checked its acknowledged events. Otherwise, it publishes its events again. */
const removedAfterMs = 10_000

type Base = Pick<Runtime, 'bus' | 'db' | 'log' | 'metrics'>
/** Result of a comparison with the stream: its epoch, and how many events were lost. */
type Losses = { epoch: string; lost: number }

/**
 * Finds events of this service that the stream has lost, and removes messages that all consumers have acknowledged.
 *
 * An event is safe once all consumers have acknowledged everything up to its sequence and its message has then been found there. Until
 * then, the sequence is compared with the stream. The event is published again if the sequence is before the first message, in a hole,
 * after the last message, or taken by another message. A stream that was rolled back is recreated, so that its new epoch tells every
 * service about the loss.
 */
export class StreamCheck {
  readonly #runtime: Base
  readonly #losses: Counter
  #known: RelayPosition = { epoch: '', seq: 0, confirmedSeq: 0 }
  #suspected: string | undefined
  /** Positions that all consumers had acknowledged at recent checks, in one epoch. */
  #acknowledged: { epoch: string; seq: number; atMs: number }[] = []

  constructor(runtime: Base) {
    this.#runtime = runtime
    this.#losses = runtime.metrics.counter(
      'js_seq_regression_total',
      'Times that accepted messages were missing, except after restarts of a stream in memory',
    )
  }

  /** Records clear evidence that the stream was rolled back in this epoch. The next `findLosses` replaces the stream. */
  suspect(epoch: string): void {
    this.#suspected = epoch
  }

  /** Compares the stream with this service's records, and queues any lost events to be published again. */
  async findLosses(): Promise<Losses> {
    const { bus, log } = this.#runtime
    const found = await this.#compare()
    if (!found.wentBack) return found
    log.error({ epoch: found.epoch }, 'bus.stream_went_back')
    this.#losses.add()
    await bus.stream.renew(found.epoch)
    const renewed = await this.#compare()
    return { epoch: renewed.epoch, lost: found.lost + renewed.lost }
  }

  /**
   * Compares the service's position with the stream. In a new epoch, all unconfirmed events are published again; otherwise, those in gaps. A
   * stream that went back is left to the caller to replace.
   */
  async #compare(): Promise<Losses & { wentBack: boolean }> {
    const { bus, db } = this.#runtime
    // The position is read before the stream, so that events published in between don't make the stream look too short.
    const before = await readPosition(db.em())
    const first = await bus.stream.read()
    const { found, now } = await db.transaction(async (em) => {
      const known = await lockPosition(em, first.epoch)
      // Every process that marks events waits for this lock, so the stream is reread under the lock only in case of doubt.
      const isDoubtful = before?.epoch !== known.epoch || this.#isSuspicious(before, first)
      const now = isDoubtful ? await bus.stream.read() : first
      const expected = isDoubtful ? known : before
      const epoch = now.epoch
      if (known.epoch !== epoch) {
        const lost = await reopenUnconfirmed(em, known)
        await movePosition(em, { epoch, seq: 0, confirmedSeq: 0 })
        return { now, found: { epoch, lost, wentBack: false, known: { epoch, seq: 0, confirmedSeq: 0 } } }
      }
      if (this.#isSuspicious(expected, now)) return { now, found: { epoch, lost: 0, wentBack: true, known } }
      const lost = await reopenInGaps(em, known, now)
      const confirmedSeq = Math.max(known.confirmedSeq, now.firstSeq - 1)
      if (confirmedSeq > known.confirmedSeq) await movePosition(em, { ...known, confirmedSeq })
      return { now, found: { epoch, lost, wentBack: false, known: { ...known, confirmedSeq } } }
    })
    this.#known = found.known
    if (!found.wentBack) this.#noteAcknowledged(now)
    this.#count(found, !now.isInMemory || before?.epoch === now.epoch)
    return found
  }

  /** Returns whether the stream is another one, or shows that it lost its end. */
  #isSuspicious(known: RelayPosition, now: StreamPosition): boolean {
    if (known.epoch !== now.epoch) return true
    const isShorter = Math.max(known.seq, known.confirmedSeq) > now.lastSeq
    return isShorter || now.isConsumerBeyondEnd || this.#suspected === now.epoch
  }

  /** Remembers what consumers had acknowledged at each check, for as long as `#acknowledgedFor` may ask. */
  #noteAcknowledged({ epoch, acknowledgedSeq: seq }: StreamPosition): void {
    const atMs = performance.now()
    const own = this.#acknowledged.filter((position) => position.epoch === epoch)
    const kept = own.findLastIndex((position) => position.atMs <= atMs - removedAfterMs)
    this.#acknowledged = [...own.slice(Math.max(0, kept)), { epoch, seq, atMs }]
  }

  /** Returns the sequence that all consumers had acknowledged `ageMs` ago; 0 if unknown. */
  #acknowledgedFor(ageMs: number): number {
    const atMs = performance.now() - ageMs
    return this.#acknowledged.findLast((position) => position.atMs <= atMs)?.seq ?? 0
  }

  /** Logs lost events, and counts a loss unless it is that of an in-memory stream in a restart, which isn't a fault. */
  #count({ lost, epoch }: Losses, isFault: boolean): void {
    if (lost === 0) return
    if (!isFault) return this.#runtime.log.info({ lost, epoch }, 'bus.stream_restarted')
    this.#losses.add()
    this.#runtime.log.warn({ lost, epoch }, 'bus.lost_events_found')
  }

  /**
   * Checks the next events that all consumers have acknowledged, and removes messages that were acknowledged earlier. Returns how many
   * events were lost, and whether there is more to check now.
   */
  async confirm(): Promise<{ lost: number; hasMore: boolean }> {
    const { epoch, confirmedSeq: after } = this.#known
    const acknowledgedSeq = this.#acknowledgedFor(settledAfterMs)
    const upTo = Math.min(acknowledgedSeq, after + seqsMax)
    if (upTo <= after) {
      await this.#removeAcknowledged()
      return { lost: 0, hasMore: false }
    }
    const { db } = this.#runtime
    const all = await readPlaced(db.em(), { epoch, after, upTo }, eventsMax + 1)
    const end = all.length > eventsMax ? (all[eventsMax]?.seq ?? 0) - 1 : upTo
    const events = all.filter(({ seq }) => seq <= end)
    const range = { epoch, after, upTo: end }
    const finding = { events: events.length, missing: await this.#missingOf(events, epoch) }
    if (this.isSuspected) return { lost: 0, hasMore: false }
    const lost = await db.transaction((em) => confirmRange(em, range, finding))
    if (lost === undefined) return { lost: 0, hasMore: false }
    this.#known = { ...this.#known, confirmedSeq: end }
    this.#count({ lost, epoch }, true)
    if (end === acknowledgedSeq) await this.#removeAcknowledged()
    return { lost, hasMore: end < acknowledgedSeq }
  }

  /**
   * Returns the events whose messages are no longer at the sequences where the stream accepted them. Takes events by sequence. If another
   * message is in such a place, suspects the epoch.
   */
  async #missingOf(events: PlacedEvent[], epoch: string): Promise<PlacedEvent[]> {
    const [first, last] = [events[0], events.at(-1)]
    if (!first || !last) return []
    const { bus } = this.#runtime
    const found = await bus.stream.messageIds({ after: first.seq - 1, upTo: last.seq })
    const missing: PlacedEvent[] = []
    for (const [seq, own] of Map.groupBy(events, (event) => event.seq)) {
      if (found.get(seq) === messageIdOf(own.map(eventIdOfAttempt))) continue
      // The message's events may have been marked separately, so compare them individually.
      const present = await bus.stream.eventIdsAt(seq)
      const lost = own.filter(({ id }) => !present.has(id))
      if (lost.length > 0 && present.size > 0) this.suspect(epoch)
      missing.push(...lost)
    }
    return missing
  }

  /** Removes messages from the stream, which has no other limit of age, once they are confirmed and were acknowledged a while ago. */
  async #removeAcknowledged(): Promise<void> {
    const { stream } = this.#runtime.bus
    const upTo = Math.min(this.#known.confirmedSeq, this.#acknowledgedFor(removedAfterMs))
    if (upTo >= Math.max(1, stream.lastRead()?.firstSeq ?? 0)) await stream.removeUpTo(upTo)
  }

  get isSuspected(): boolean {
    return this.#suspected === this.#known.epoch
  }
}
