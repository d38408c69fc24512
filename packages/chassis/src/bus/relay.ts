import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import { faultPoint } from '../fault-points.ts'
import type { Counter } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'
import type { Round } from '../work/loop.ts'
import type { CommittedEvent, StreamPosition } from './bus.ts'
import { inMessages } from './messages.ts'

const batchSizeMax = 200
/** Events on their way at a time; beyond that the sweep takes over, in batches. */
const flyingMax = 1_000
/** Well within the second after which others take a row for left behind. */
const markAfterMs = 250
const sweepEveryMs = 1_000
/** Younger rows are on their way from the process that committed them. */
const sweepAgeSeconds = 1
const checkEveryMs = 10_000
const offlinePauseMs = 500
/** How far back a lost stream is filled again; the stream keeps the same. */
const keptHours = 72

type OutboxRow = { id: string; kind: string; payload: string; republished: number }
type RelayBase = Pick<Runtime, 'bus' | 'db' | 'log' | 'metrics' | 'name' | 'wake'>
type Published = { id: string; seq: number }

/**
 * Carries committed outbox rows onto the bus. What this process has just committed goes out at once, from memory, and is marked in
 * Postgres a moment later, many rows in one statement (measured: half the statements of a message, and one commit less per hop). What
 * is left (after a crash, or while the bus was away) is swept up from Postgres in the order of ids.
 *
 * Before anything new is published after a connect, and every 10 s, the stream's epoch, last sequence and holes are held against what it
 * acknowledged before: what it has lost becomes unpublished again.
 */
export class Relay {
  readonly #runtime: RelayBase
  readonly #losses: Counter
  /** Events on their way to the bus; those among them that wait, in order, until the stream was looked at. */
  readonly #flying = new Set<string>()
  readonly #held: CommittedEvent[] = []
  /** Events the bus has taken that Postgres does not know of yet. */
  readonly #taken = new Map<string, number>()
  /** The stream was looked at since the last connect, and nothing has seemed wrong since. */
  #trusted = false
  #checkDueAtMs = 0
  #sweepDueAtMs = 0
  #marking: NodeJS.Timeout | undefined
  #epoch = ''
  #lastSeq = 0
  /** Events found missing from the stream and published again, since start. */
  republished = 0

  constructor(runtime: RelayBase) {
    this.#runtime = runtime
    this.#losses = runtime.metrics.counter(
      'js_seq_regression_total',
      'Times the stream no longer had what it had taken',
    )
    runtime.bus.onConnect(() => {
      this.#distrust()
      this.#sweepDueAtMs = 0
      runtime.wake('relay')
    })
  }

  /** Takes events that were just committed; they wait while the stream is looked at. What cannot go out then is swept up later. */
  offer(events: CommittedEvent[]): void {
    const takes = this.#runtime.bus.connected() && this.#flying.size + events.length <= flyingMax
    if (!takes || !this.#trusted) this.#runtime.wake('relay')
    if (!takes) return
    for (const event of events) this.#flying.add(event.id)
    if (!this.#trusted) this.#held.push(...events)
    else this.#flyAll(events)
  }

  #distrust(): void {
    this.#trusted = false
    this.#checkDueAtMs = 0
  }

  #flyAll(events: CommittedEvent[]): void {
    for (const together of inMessages(events)) void this.#fly(together)
  }

  async #fly(events: CommittedEvent[]): Promise<void> {
    try {
      const { seq } = await this.#runtime.bus.publish(...events)
      this.#see(seq)
      for (const { id } of events) {
        faultPoint('event.taken', this.#runtime.name)
        this.#taken.set(id, seq)
      }
      this.#marking ??= setTimeout(() => this.#runtime.wake('relay'), markAfterMs).unref()
    } catch (err) {
      this.#runtime.log.warn({ event: events[0]?.id, events: events.length, err }, 'relay.publish_failed')
    } finally {
      for (const { id } of events) this.#flying.delete(id)
    }
  }

  /** Marks what the bus has taken, and from time to time sweeps up what it has not. */
  async round(): Promise<Round> {
    const { bus, db } = this.#runtime
    await this.flush()
    if (!bus.connected()) return { worked: 0, nextInMs: offlinePauseMs }
    if (Date.now() >= this.#checkDueAtMs) await this.#detectLoss()
    if (Date.now() < this.#sweepDueAtMs) return { worked: 0, nextInMs: this.#sweepDueAtMs - Date.now() }
    const swept = await db.transaction((em) => this.#publishBatch(em))
    if (swept === 0) this.#sweepDueAtMs = Date.now() + sweepEveryMs
    return { worked: swept, nextInMs: sweepEveryMs }
  }

  /** Tells Postgres what the bus has taken. A crash before that publishes an event twice, which its consumers do not notice. */
  async flush(): Promise<void> {
    clearTimeout(this.#marking)
    this.#marking = undefined
    if (this.#taken.size === 0) return
    const published = [...this.#taken].map(([id, seq]): Published => ({ id, seq }))
    await this.#mark(this.#runtime.db.em(), published)
    for (const { id } of published) this.#taken.delete(id)
  }

  async #publishBatch(em: EntityManager): Promise<number> {
    const rows = await sql<OutboxRow>(
      em,
      `select id, kind, payload, republished from outbox, (select ${becomeRelay} as mine offset 0) relay
       where relay.mine and published_at is null and created_at < now() - make_interval(secs => $1) and id <> all($2)
       order by id limit ${batchSizeMax} for update of outbox skip locked`,
      [sweepAgeSeconds, [...this.#flying, ...this.#taken.keys()]],
    )
    if (rows.length === 0) return 0
    const messages = inMessages(rows)
    const results = await Promise.allSettled(
      messages.map((each) => this.#runtime.bus.publish(...each.map((row) => ({ ...row, id: messageId(row) })))),
    )
    const published = results.flatMap((result, i): Published[] =>
      result.status === 'fulfilled' ? (messages[i] ?? []).map(({ id }) => ({ id, seq: result.value.seq })) : [],
    )
    for (const result of results) if (result.status === 'fulfilled') this.#see(result.value.seq)
    if (published.length > 0) await this.#mark(em, published)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed)
      this.#runtime.log.warn({ waiting: rows.length - published.length, err: failed.reason }, 'relay.publish_failed')
    if (published.length === 0) throw new Error('the bus took no event', { cause: failed?.reason })
    return published.length
  }

  /** A sequence at or below the last one seen means the stream went back (or took a repeated id): look before trusting it. */
  #see(seq: number): void {
    if (seq <= this.#lastSeq) this.#distrust()
    this.#lastSeq = Math.max(this.#lastSeq, seq)
  }

  async #mark(em: EntityManager, published: Published[]): Promise<void> {
    await sql(
      em,
      `with marked as (
         update outbox set published_at = now(), js_epoch = $3, js_seq = p.seq
         from unnest($1::text[], $2::bigint[]) as p (id, seq) where outbox.id = p.id and outbox.id = any($1)
       )
       insert into relay_position (js_epoch, js_seq) values ($3, $4)
       on conflict (only_row) do update set js_epoch = excluded.js_epoch,
         js_seq = case when relay_position.js_epoch = excluded.js_epoch then greatest(relay_position.js_seq, excluded.js_seq) else excluded.js_seq end`,
      [
        published.map(({ id }) => id),
        published.map(({ seq }) => seq),
        this.#epoch,
        Math.max(...published.map(({ seq }) => seq)),
      ],
    )
  }

  async #detectLoss(): Promise<void> {
    const now = await this.#runtime.bus.position()
    const lost = await this.#runtime.db.transaction(async (em) => {
      const [row] = await sql<{ mine: boolean }>(em, `select ${becomeRelay} as mine`)
      return row?.mine ? reopenLost(em, now) : 0
    })
    if (lost > 0) {
      this.republished += lost
      this.#losses.add()
      this.#runtime.log.error({ lost, epoch: now.epoch, lastSeq: now.lastSeq }, 'bus.lost_events_found')
    }
    if (this.#epoch !== now.epoch || lost > 0) this.#lastSeq = 0
    if (lost > 0) this.#sweepDueAtMs = 0
    this.#epoch = now.epoch
    this.#checkDueAtMs = Date.now() + checkEveryMs
    this.#trusted = true
    this.#flyAll(this.#held.splice(0))
  }
}

/** Within its duplicate window the stream would take a lost event for a repeated one: each publication after a loss has an id of its own. */
function messageId({ id, republished }: OutboxRow): string {
  return republished > 0 ? `${id}.${republished}` : id
}

/** One relay sweeps at a time, for the order; the row locks of the claim keep it correct even without. */
const becomeRelay = `pg_try_advisory_xact_lock(hashtext('relay ' || current_schema()))`

/** Rows the stream acknowledged and no longer has become unpublished again; answers how many. */
async function reopenLost(em: EntityManager, now: StreamPosition): Promise<number> {
  const [last] = await sql<{ js_epoch: string; js_seq: string }>(em, 'select js_epoch, js_seq from relay_position')
  if (!last) return 0
  const intact = last.js_epoch === now.epoch && Number(last.js_seq) <= now.lastSeq
  if (intact && now.holes.length === 0) return 0
  // Holes stay for days, so they are looked for by an index, which the other two conditions would rule out.
  const gone = intact
    ? { condition: 'js_epoch = $2 and js_seq = any($3)', params: [now.epoch, now.holes] }
    : { condition: '(js_epoch <> $2 or js_seq > $3 or js_seq = any($4))', params: [now.epoch, now.lastSeq, now.holes] }
  const reopened = await sql(
    em,
    `update outbox set published_at = null, js_epoch = null, js_seq = null, republished = republished + 1
     where published_at is not null and created_at > now() - make_interval(hours => $1) and ${gone.condition}
     returning 1`,
    [keptHours, ...gone.params],
  )
  if (!intact) await sql(em, 'update relay_position set js_epoch = $1, js_seq = $2', [now.epoch, now.lastSeq])
  return reopened.length
}
