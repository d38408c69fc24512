import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint } from '../fault-points.ts'
import type { Runtime } from '../runtime.ts'
import { BatchQueue } from '../work/batch-queue.ts'
import type { Round } from '../work/loop.ts'
import { Batches, Postponed } from './batches.ts'
import type { CommittedEvent } from './bus.ts'
import { deadEventsOf } from './inbox.ts'
import { markBatches, type PublishedBatch, readWaiting, removeBatches, settleFailed } from './outbox.sql.ts'
import { groupIntoMessages, isBusUnavailable, publishEvents } from './publication.ts'
import { StreamCheck } from './stream-check.ts'

const batchSizeMax = 200
/** If this many events are committed while others are being published, the next ones wait for more. */
const busyFrom = 4
/** Limits of the events being published: number and total length in characters. Beyond that, the sweep takes over in batches. */
const flyingMax = 1_000
const flyingLengthMax = 16 * 1024 * 1024
/** Well within the second after which others consider a row abandoned. */
const markAfterMs = 250
const sweepEveryMs = 1_000
const checkEveryMs = 5_000
/** Used while the stream fills up, because confirmed events can be removed. */
const hurriedCheckMs = 1_000
const hurriedFill = 0.1
const offlinePauseMs = 500

type RelayBase = Pick<Runtime, 'bus' | 'db' | 'log' | 'metrics' | 'name' | 'quarantine' | 'wake'>
/** Epoch and last sequence known when a publication began. */
type Begun = { epoch: string; lastSeq: number }
/** Result of a sweep: events and empty batches that need no more work now, and why the rest wasn't published. */
type Swept = { settled: number; unavailable: unknown }

/**
 * Publishes committed events. What this process commits is published immediately from memory, and marked in Postgres shortly after, many
 * batches in one statement (measured: half of a message's statements, and one commit less at each hop). Anything left, after a crash, a loss or
 * while the bus was down, is swept up from Postgres in id order.
 *
 * Before publishing anything new after a connect, and every few seconds, the stream is compared with what it accepted (`StreamCheck`).
 */
export class Relay {
  readonly #runtime: RelayBase
  readonly #check: StreamCheck
  /** Events that this process publishes from memory. Those in `#postponed` wait, in order, until the stream was checked. */
  readonly #batches = new Batches()
  readonly #postponed = new Postponed()
  readonly #departing: BatchQueue<CommittedEvent>
  /** Whether the stream was checked since the last connect, and has looked fine since. */
  #trusted = false
  #checkDueAtMs = 0
  #sweepDueAtMs = 0
  #marking: NodeJS.Timeout | undefined
  #epoch = ''
  #lastSeq = 0
  #restores = 0
  /** Events found missing from the stream and republished since the start. */
  republished = 0

  constructor(runtime: RelayBase) {
    this.#runtime = runtime
    this.#check = new StreamCheck(runtime)
    this.#departing = new BatchQueue((events) => this.#flyAll(events), { batchSizeMax, concurrency: 2, busyFrom })
    runtime.bus.onConnect(() => {
      this.#distrust()
      this.#sweepDueAtMs = 0
      runtime.wake('relay')
    })
  }

  /** Takes events that were just committed. They wait while the stream is being checked. What can't be published then is swept up later. */
  offer(events: CommittedEvent[]): void {
    const { flying, flyingLength } = this.#batches
    const fits = flying + events.length <= flyingMax && flyingLength < flyingLengthMax
    const takes = this.#runtime.bus.connected() && fits
    if (!takes || !this.#trusted) this.#runtime.wake('relay')
    if (!takes) return
    this.#batches.add(events)
    if (!this.#trusted) this.#postponed.add(events)
    else this.#departing.push(...events)
  }

  /** Takes events of a transaction whose COMMIT wasn't answered. If it committed, they are published before anything committed after it. */
  doubt(events: CommittedEvent[]): void {
    this.#distrust()
    this.#postponed.doubt(events)
    this.#runtime.wake('relay')
  }

  #distrust(): void {
    this.#trusted = false
    this.#checkDueAtMs = 0
    this.#postponed.add(this.#departing.clear())
  }

  async #flyAll(events: CommittedEvent[]): Promise<void> {
    await Promise.all(groupIntoMessages(events).map((together) => this.#fly(together)))
  }

  async #fly(events: CommittedEvent[]): Promise<void> {
    const begun = this.#begin()
    try {
      const answer = await this.#runtime.bus.publish(...events)
      this.#see(answer, begun)
      for (const { id } of events) {
        faultPoint('event.taken', this.#runtime.name)
        this.#batches.take(id, { seq: answer.seq, epoch: begun.epoch })
      }
      this.#marking ??= setTimeout(() => this.#runtime.wake('relay'), markAfterMs).unref()
    } catch (err) {
      this.#runtime.log.warn({ event: events[0]?.id, events: events.length, err }, 'relay.publish_failed')
      // Waiting events come after these. If the bus accepts none, the sweep publishes all of them in order.
      this.#batches.leave(isBusUnavailable(err) ? [...events, ...this.#departing.clear()] : events)
    }
  }

  /** Marks what the bus has accepted, and occasionally sweeps up what it hasn't. */
  async round(): Promise<Round> {
    const { bus, db, quarantine } = this.#runtime
    // After a restore, everything is published again, before anything in the restored database counts as published.
    await quarantine.since()
    await this.flush()
    if (!bus.connected()) return { worked: 0, nextInMs: offlinePauseMs }
    if (Date.now() >= this.#checkDueAtMs) await this.#checkStream()
    if (Date.now() < this.#sweepDueAtMs) return { worked: 0, nextInMs: this.#sweepDueAtMs - Date.now() }
    const { settled, unavailable } = await db.transaction((em) => this.#sweep(em))
    if (settled === 0 && unavailable) throw new Error('the bus took no event', { cause: unavailable })
    if (settled === 0) this.#sweepDueAtMs = Date.now() + sweepEveryMs
    return { worked: settled, nextInMs: sweepEveryMs }
  }

  /** Marks in Postgres what the bus has accepted. After a crash before this, an event is published twice, which consumers ignore. */
  async flush(): Promise<void> {
    clearTimeout(this.#marking)
    this.#marking = undefined
    // What the stream accepted before a restore must be published again.
    if (this.#restores !== this.#runtime.quarantine.restores()) this.#batches.removeComplete()
    this.#restores = this.#runtime.quarantine.restores()
    for (const [epoch, batches] of this.#batches.complete()) {
      await this.#mark(this.#runtime.db.em(), epoch, batches)
      this.#batches.remove(batches)
    }
  }

  /** Publishes waiting batches in order. Events that the bus doesn't accept while it accepts others are paused or set aside. */
  async #sweep(em: EntityManager): Promise<Swept> {
    const { bus, log } = this.#runtime
    const { batches, events } = await readWaiting(em, this.#batches.ids())
    const begun = this.#begin()
    const { seqs, answers, failed, unavailable } = await publishEvents(bus, events)
    for (const answer of answers) this.#see(answer, begun)
    const waiting = events.length - seqs.size
    if (waiting > 0) log.warn({ waiting, err: unavailable ?? failed[0]?.error }, 'relay.publish_failed')
    const dead = await settleFailed(em, failed)
    deadEventsOf(this.#runtime).add(dead.length)
    for (const { id, kind, error } of dead) log.error({ event: id, kind, err: error }, 'event.dead')
    const split = new Set(failed.map(({ batch }) => batch))
    const open = Map.groupBy(events, ({ id, batch }) => (split.has(batch) ? id : batch))
    const published = [...open].flatMap(([id, own]): PublishedBatch[] => {
      const placed = own.flatMap((event) => {
        const seq = seqs.get(event.id)
        return seq === undefined ? [] : [{ id: event.id, seq }]
      })
      return placed.length === own.length ? [{ id, attempt: own[0]?.attempt ?? 0, events: placed }] : []
    })
    if (published.length > 0) await this.#mark(em, begun.epoch, published)
    const named = new Set(events.map(({ batch }) => batch))
    const empty = batches.filter((id) => !named.has(id))
    await removeBatches(em, empty)
    return { settled: seqs.size + failed.length + empty.length, unavailable }
  }

  #begin(): Begun {
    return { epoch: this.#epoch, lastSeq: this.#lastSeq }
  }

  /** A new message at a sequence that was used before means that the stream was set back. A duplicate gets the sequence of the original. */
  #see({ seq, isRepeated }: { seq: number; isRepeated: boolean }, begun: Begun): void {
    if (begun.epoch !== this.#epoch) return
    if (!isRepeated && seq <= begun.lastSeq) {
      this.#check.suspect(begun.epoch)
      this.#distrust()
    }
    this.#lastSeq = Math.max(this.#lastSeq, seq)
  }

  async #mark(em: EntityManager, epoch: string, batches: PublishedBatch[]): Promise<void> {
    if (!(await markBatches(em, epoch, batches))) this.#distrust()
  }

  async #checkStream(): Promise<void> {
    const { epoch, lost } = await this.#check.look()
    this.#found(lost)
    if (this.#epoch !== epoch) this.#lastSeq = 0
    this.#epoch = epoch
    const { events, committed } = await this.#postponed.take(this.#runtime.db.em())
    for (const own of committed) this.#batches.add(own)
    this.#departing.push(...events)
    this.#trusted = this.#postponed.isEmpty
    const confirmed = await this.#check.confirm()
    this.#found(confirmed.lost)
    if (this.#check.isSuspected) return this.#distrust()
    const fill = this.#runtime.bus.stream.lastRead()?.fill ?? 0
    const pauseMs = fill > hurriedFill ? hurriedCheckMs : checkEveryMs
    this.#checkDueAtMs = confirmed.hasMore || !this.#trusted ? 0 : Date.now() + pauseMs
  }

  #found(lost: number): void {
    this.republished += lost
    if (lost > 0) this.#sweepDueAtMs = 0
  }
}
