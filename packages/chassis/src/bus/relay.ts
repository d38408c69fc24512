import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'
import type { Runtime } from '../runtime.ts'
import type { Round } from '../work/loop.ts'
import type { StreamPosition } from './bus.ts'

const batchSizeMax = 200
const checkEveryMs = 10_000
const offlinePauseMs = 500
/** How far back a lost stream is filled again; the stream keeps the same. */
const keptHours = 72

type OutboxRow = { id: string; kind: string; payload: string; republished: number }
type Published = { id: string; seq: number }

/**
 * Carries committed outbox rows onto the bus, in the order of their ids, and notices when the stream has lost some: before anything new
 * is published after a connect, and every 10 s, the stream's epoch, last sequence and holes are held
 * against what it acknowledged before.
 */
export class Relay {
  readonly #runtime: Runtime
  #checkDueAtMs = 0
  #epoch = ''
  #lastSeq = 0
  /** Events found missing from the stream and published again, since start. */
  republished = 0

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    runtime.bus.onConnect(() => {
      this.#checkDueAtMs = 0
      runtime.wake('relay')
    })
  }

  /** Publishes one batch. */
  async round(): Promise<Round> {
    const { bus } = this.#runtime
    if (!bus.connected()) return { worked: 0, nextInMs: offlinePauseMs }
    if (Date.now() >= this.#checkDueAtMs) await this.#detectLoss()
    const worked = await this.#runtime.db.transaction((em) => this.#publishBatch(em))
    return { worked, nextInMs: checkEveryMs }
  }

  async #publishBatch(em: EntityManager): Promise<number> {
    if (!(await becomeRelay(em))) return 0
    const rows = await sql<OutboxRow>(
      em,
      `select id, kind, payload, republished from outbox where published_at is null order by id limit ${batchSizeMax} for update skip locked`,
    )
    if (rows.length === 0) return 0
    const results = await Promise.allSettled(
      rows.map((row) => this.#runtime.bus.publish({ ...row, id: messageId(row) })),
    )
    const published = results.flatMap((result, i): Published[] =>
      result.status === 'fulfilled' ? [{ id: (rows[i] as OutboxRow).id, seq: result.value.seq }] : [],
    )
    if (published.length > 0) await this.#remember(em, published)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed)
      this.#runtime.log.warn({ waiting: rows.length - published.length, err: failed.reason }, 'relay.publish_failed')
    if (published.length === 0) throw new Error('the bus took no event', { cause: failed?.reason })
    return published.length
  }

  /** A sequence at or below the last one seen means the stream went back (or took a repeated id): look before trusting it. */
  async #remember(em: EntityManager, published: Published[]): Promise<void> {
    const highest = Math.max(...published.map(({ seq }) => seq))
    if (published.some(({ seq }) => seq <= this.#lastSeq)) this.#checkDueAtMs = 0
    this.#lastSeq = Math.max(this.#lastSeq, highest)
    await sql(
      em,
      `update outbox set published_at = now(), js_epoch = $3, js_seq = p.seq
       from unnest($1::text[], $2::bigint[]) as p (id, seq) where outbox.id = p.id`,
      [published.map(({ id }) => id), published.map(({ seq }) => seq), this.#epoch],
    )
    await sql(
      em,
      `insert into relay_position (js_epoch, js_seq) values ($1, $2)
       on conflict (only_row) do update set js_epoch = excluded.js_epoch,
         js_seq = case when relay_position.js_epoch = excluded.js_epoch then greatest(relay_position.js_seq, excluded.js_seq) else excluded.js_seq end`,
      [this.#epoch, highest],
    )
  }

  async #detectLoss(): Promise<void> {
    const now = await this.#runtime.bus.position()
    const lost = await this.#runtime.db.transaction(async (em) => {
      if (!(await becomeRelay(em))) return 0
      return reopenLost(em, now)
    })
    if (lost > 0) {
      this.republished += lost
      this.#runtime.log.error({ lost, epoch: now.epoch, lastSeq: now.lastSeq }, 'bus.lost_events_found')
    }
    if (this.#epoch !== now.epoch || lost > 0) this.#lastSeq = 0
    this.#epoch = now.epoch
    this.#checkDueAtMs = Date.now() + checkEveryMs
  }
}

/** Within its duplicate window the stream would take a lost event for a repeated one: each publication after a loss has an id of its own. */
function messageId({ id, republished }: OutboxRow): string {
  return republished > 0 ? `${id}.${republished}` : id
}

/** One relay at a time keeps the order; the row locks of the claim keep it correct even without. */
async function becomeRelay(em: EntityManager): Promise<boolean> {
  const [row] = await sql<{ mine: boolean }>(
    em,
    `select pg_try_advisory_xact_lock(hashtext('relay ' || current_schema())) as mine`,
  )
  return row?.mine === true
}

/** Rows the stream acknowledged and no longer has become unpublished again; answers how many. */
async function reopenLost(em: EntityManager, now: StreamPosition): Promise<number> {
  const [last] = await sql<{ js_epoch: string; js_seq: string }>(em, 'select js_epoch, js_seq from relay_position')
  if (!last) return 0
  const intact = last.js_epoch === now.epoch && Number(last.js_seq) <= now.lastSeq
  if (intact && now.holes.length === 0) return 0
  const reopened = await sql(
    em,
    `update outbox set published_at = null, js_epoch = null, js_seq = null, republished = republished + 1
     where published_at is not null and created_at > now() - make_interval(hours => $1)
       and (js_epoch <> $2 or js_seq > $3 or js_seq = any($4))
     returning 1`,
    [keptHours, now.epoch, now.lastSeq, now.holes],
  )
  if (!intact) await sql(em, 'update relay_position set js_epoch = $1, js_seq = $2', [now.epoch, now.lastSeq])
  return reopened.length
}
