import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint } from '../fault-points.ts'
import type { Runtime } from '../runtime.ts'
import { BatchQueue } from '../work/batch-queue.ts'
import type { Round } from '../work/loop.ts'
import type { CommittedEvent } from './bus.ts'
import { deadEventsOf } from './inbox.ts'
import { type Batch, markBatches, type PublishedBatch, readWaiting, removeBatches, settleFailed } from './outbox.sql.ts'
import { HeldBatches, Postponed, type Publication, publishBatches } from './publication.ts'
import { StreamCheck } from './stream-check.ts'

const batchSizeMax = 200
/** If this many events are committed while others are being published, the next batch waits for more. */
const busyFrom = 4
/** Limits on the number of events being published and on their total characters. Beyond these limits, the sweep takes over in batches. */
const inFlightMax = 1_000
const inFlightLengthMax = 16 * 1024 * 1024
/** Well within the second after which other processes consider a row abandoned. */
const markAfterMs = 250
const sweepEveryMs = 1_000
const checkEveryMs = 5_000
/** Check interval while the stream is filling up. Checks allow confirmed events to be removed. */
const hurriedCheckMs = 1_000
const hurriedFill = 0.1
const offlinePauseMs = 500

type RelayBase = Pick<Runtime, 'bus' | 'db' | 'log' | 'metrics' | 'name' | 'quarantine' | 'wake'>
/** Result of a sweep. `settled`: batches and failed events that need no more work now. `unavailable`: why the rest wasn't published. */
type Swept = { settled: number; unavailable: unknown }

/**
 * Publishes committed events. Events that this process has committed are published immediately from memory. Shortly afterward, many batches
 * are marked in Postgres with one statement (measured: half as many statements per message, and one fewer commit at each hop). Events left
 * over after a crash, after a loss, or from a time when the bus was down are swept up from Postgres in id order.
 *
 * `StreamCheck` compares the stream with what it has accepted: after each connect, before anything new is published, and then every few
 * seconds.
 */
export class Relay {
  readonly #runtime: RelayBase
  readonly #check: StreamCheck
  /** Batches that this process publishes from memory. Those in `#postponed` wait, in order, until the stream has been checked. */
  readonly #held = new HeldBatches()
  readonly #postponed = new Postponed()
  readonly #outgoing: BatchQueue<Batch>
  /** Whether the stream was checked since the last connect and has looked fine ever since. */
  #trusted = false
  #distrusts = 0
  /** Number of messages that the stream has accepted. `#acceptedBefore`: that number at the time of the last failed event. */
  #accepted = 0
  #acceptedBefore = 0
  #checkDueAtMs = 0
  #sweepDueAtMs = 0
  #marking: NodeJS.Timeout | undefined
  #epoch = ''
  #lastSeq = 0
  #restores = 0

  constructor(runtime: RelayBase) {
    this.#runtime = runtime
    this.#check = new StreamCheck(runtime)
    const sizeOf = ({ events }: Batch) => events.length
    this.#outgoing = new BatchQueue((batches) => this.#publishFromMemory(batches), {
      batchSizeMax,
      concurrency: 2,
      busyFrom,
      sizeOf,
    })
    runtime.bus.onConnect(() => {
      this.#distrust()
      this.#sweepDueAtMs = 0
      runtime.wake('relay')
    })
  }

  /** Accepts committed events. They wait while the stream is being checked. Those that can't be published now are swept up later. */
  offer(events: CommittedEvent[]): void {
    const fits = this.#held.events + events.length <= inFlightMax && this.#held.length < inFlightLengthMax
    const takes = this.#runtime.bus.connected() && fits
    if (!takes || !this.#trusted) this.#runtime.wake('relay')
    if (!takes) return
    const batch = batchOf(events)
    this.#held.add(batch)
    if (this.#trusted) this.#outgoing.push(batch)
    else this.#postponed.add(batch)
  }

  /** Accepts events whose COMMIT got no response. Later ones wait until Postgres shows whether it succeeded, to keep their order. */
  doubt(events: CommittedEvent[]): void {
    this.#distrust()
    this.#postponed.doubt(batchOf(events))
    this.#runtime.wake('relay')
  }

  /** Stops publishing from memory until the stream has been checked: new messages would hide that it has become shorter. */
  #distrust(): void {
    this.#distrusts += 1
    this.#trusted = false
    this.#checkDueAtMs = 0
    this.#postponed.add(...this.#outgoing.clear())
  }

  /** Publishes batches from memory. Those that the bus took are marked soon; the others are left to the sweep. */
  async #publishFromMemory(batches: Batch[]): Promise<void> {
    const { epoch, published, unavailable } = await this.#publish(batches)
    const byId = new Map(published.map((batch) => [batch.id, batch]))
    for (const batch of batches) {
      const placed = byId.get(batch.id)
      if (placed?.events.length !== batch.events.length) this.#held.leave(batch)
      else {
        this.#held.complete(batch, { ...placed, epoch })
        faultPoint('event.taken', this.#runtime.name)
      }
    }
    // Queued batches were committed later, so they also go to the sweep.
    if (unavailable) for (const batch of this.#outgoing.clear()) this.#held.leave(batch)
    this.#marking ??= setTimeout(() => this.#runtime.wake('relay'), markAfterMs).unref()
  }

  /** Marks events that the bus has accepted. Occasionally checks the stream, and sweeps up the other events. */
  async round(): Promise<Round> {
    const { bus, db, quarantine } = this.#runtime
    // After a restore, everything is published again before any event in the restored database counts as published.
    await quarantine.since()
    await this.flush()
    if (!bus.connected()) return { worked: 0, nextInMs: offlinePauseMs }
    if (performance.now() >= this.#checkDueAtMs) await this.#checkStream()
    const nextInMs = this.#sweepDueAtMs - performance.now()
    if (nextInMs > 0) return { worked: 0, nextInMs }
    const { settled, unavailable } = await db.transaction((em) => this.#sweep(em))
    if (settled === 0 && unavailable) throw new Error('the bus took no event', { cause: unavailable })
    if (settled === 0) this.#sweepDueAtMs = performance.now() + sweepEveryMs
    return { worked: settled, nextInMs: sweepEveryMs }
  }

  /** Records in Postgres what the bus accepted. After a crash before that, events are published again and consumers ignore them. */
  async flush(): Promise<void> {
    clearTimeout(this.#marking)
    this.#marking = undefined
    // Events that the stream accepted before a restore must be published again.
    if (this.#restores !== this.#runtime.quarantine.restores()) this.#held.removeUnmarked()
    this.#restores = this.#runtime.quarantine.restores()
    for (const [epoch, batches] of this.#held.unmarked()) {
      await this.#mark(this.#runtime.db.em(), epoch, batches)
      this.#held.remove(batches)
    }
  }

  /** Publishes waiting batches in order. If the bus rejects an event while accepting others, the event is paused or set aside. */
  async #sweep(em: EntityManager): Promise<Swept> {
    const batches = await readWaiting(em, this.#held.ids())
    const { epoch, published, failed, unavailable } = await this.#publish(batches)
    // If the stream has accepted no message since the last failure, the stream may be failing, rather than the event.
    const isAccepting = this.#accepted > this.#acceptedBefore
    const settling = failed.filter(({ isRefused }) => isRefused || isAccepting)
    if (failed.length > 0) this.#acceptedBefore = this.#accepted
    const dead = await settleFailed(em, settling)
    deadEventsOf(this.#runtime).add(dead.length)
    for (const { id, kind, error } of dead) this.#runtime.log.error({ event: id, kind, err: error }, 'event.dead')
    const empty = batches.flatMap(({ id, events }) => (events.length === 0 ? [id] : []))
    await removeBatches(em, empty)
    if (published.length > 0) await this.#mark(em, epoch, published)
    const settled = published.length + settling.length + empty.length
    return { settled, unavailable: unavailable ?? (settling.length < failed.length ? failed[0]?.error : undefined) }
  }

  /** Publishes batches in order. `epoch`: the stream's epoch as known before publishing. */
  async #publish(batches: Batch[]): Promise<Publication & { epoch: string }> {
    const [epoch, lastSeq] = [this.#epoch, this.#lastSeq]
    const publication = await publishBatches(this.#runtime.bus, batches)
    for (const answer of publication.answers) this.#see(answer, { epoch, lastSeq })
    const { failed, unavailable } = publication
    const err = unavailable ?? failed[0]?.error
    if (err) this.#runtime.log.warn({ batches: batches.length, failed: failed.length, err }, 'relay.publish_failed')
    return { ...publication, epoch }
  }

  /** Counts an accepted message, and detects a stream that was rolled back: a new message, which is no duplicate, has a used sequence. */
  #see({ seq, isRepeated }: { seq: number; isRepeated: boolean }, known: { epoch: string; lastSeq: number }): void {
    this.#accepted += 1
    if (known.epoch !== this.#epoch) return
    if (!isRepeated && seq <= known.lastSeq) {
      this.#check.suspect(known.epoch)
      this.#distrust()
    }
    this.#lastSeq = Math.max(this.#lastSeq, seq)
  }

  /** Stores the sequences of published batches. If the service is in another epoch, the stream has to be checked first. */
  async #mark(em: EntityManager, epoch: string, batches: PublishedBatch[]): Promise<void> {
    if (!(await markBatches(em, epoch, batches))) this.#distrust()
  }

  /** Checks the stream, then publishes the batches that waited for this. */
  async #checkStream(): Promise<void> {
    const distrusts = this.#distrusts
    const { epoch, lost } = await this.#check.findLosses()
    if (this.#epoch !== epoch) this.#lastSeq = 0
    this.#epoch = epoch
    const confirmed = await this.#check.confirm()
    if (lost + confirmed.lost > 0) this.#sweepDueAtMs = 0
    if (this.#check.isSuspected) return this.#distrust()
    const ready = await this.#postponed.take(this.#runtime.db.em())
    // The stream was distrusted again in the meantime: postponed batches wait for the next check.
    if (distrusts !== this.#distrusts) return this.#postponed.putBack(ready)
    for (const batch of ready) this.#held.add(batch)
    this.#outgoing.push(...ready)
    this.#trusted = this.#postponed.isEmpty
    const fill = this.#runtime.bus.stream.lastRead()?.fill ?? 0
    const pauseMs = fill > hurriedFill ? hurriedCheckMs : checkEveryMs
    this.#checkDueAtMs = confirmed.hasMore || !this.#trusted ? 0 : performance.now() + pauseMs
  }
}

/** Returns a transaction's events as a batch for their first publication. */
function batchOf(events: CommittedEvent[]): Batch {
  return { id: events[0]?.id ?? '', attempt: 0, events }
}
