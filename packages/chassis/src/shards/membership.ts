import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/statement.ts'
import type { Metrics } from '../metrics.ts'
import { createClockWatch } from '../work/clock.sql.ts'
import type { Round } from '../work/loop.ts'

/** A process silent for this long counts as dead, and others take over its shards. */
const silenceMs = 4_000
const silence = `interval '${silenceMs} ms'`

/**
 * A process that returns after silence counts as the youngest, because its shards have been reassigned. One seen in the future died before
 * the clock of Postgres went back.
 */
const beat = `with mine as (
    insert into worker_process as p (id, joined_at, seen_at, has_bus) values ($1, clock_timestamp(), clock_timestamp(), $2)
    on conflict (id) do update set seen_at = excluded.seen_at, has_bus = excluded.has_bus,
      joined_at = case when p.seen_at < excluded.seen_at - ${silence} then excluded.joined_at else p.joined_at end
    returning id, joined_at, has_bus
  ), removed as (delete from worker_process where id <> $1 and seen_at < now() - interval '1 hour')
  select id, has_bus as "hasBus", (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs" from (
    select id, joined_at, has_bus from mine
    union all select id, joined_at, has_bus from worker_process where id <> $1
      and seen_at between now() - ${silence} and now() + ${silence}
  ) living order by joined_at, id`

type LivingProcess = { id: string; hasBus: boolean }

/** Records that this process is alive. Returns all living processes, oldest first, and the clock of Postgres. */
async function noteLiving(
  em: EntityManager,
  process: LivingProcess,
): Promise<{ living: LivingProcess[]; clockMs: number }> {
  const rows = await sql<LivingProcess & { clockMs: number }>(em, beat, [process.id, process.hasBus])
  return { living: rows.map(({ id, hasBus }) => ({ id, hasBus })), clockMs: rows[0]?.clockMs ?? Date.now() }
}

export const membershipLoop = 'membership'
/** Interval between heartbeats. Three may be missed. */
export const beatMs = 1_000
const separator = ' from '
/** Heartbeats without bus before another process applies events: enough for startup or a short reconnect. */
const beatsWithoutBusMax = 3

/**
 * Shards that this process serves. For up to a second, two processes may both consider themselves a shard's owner. Ownership avoids lock
 * contention and half-full batches; no guarantee depends on it.
 */
export type Shards = {
  /** Returns this process's shards in ascending order. Empty with `ROLE=api`. */
  owned(): readonly number[]
  /** Wakes this loop in the service's other processes, which may own the shard of new work. */
  wakeOthers(loop: string): void
}

type Surroundings = { name: string; db: Database; bus: Bus; metrics: Metrics }

/** This process's membership in the group of living processes that share a service's work. It joins with its first heartbeat. */
export class Membership implements Shards {
  readonly #id = randomUUID()
  readonly #surroundings: Surroundings
  readonly #listeners = new Set<() => void>()
  readonly #isClockBack = createClockWatch()
  #onClockBack = () => {}
  #living: LivingProcess[] = []
  #beatsWithoutBus = 0
  #owned: readonly number[] = []

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    surroundings.metrics.collect(
      { shards_owned: 'Shards of the work of the service that this process does' },
      async () => [{ name: 'shards_owned', value: this.#owned.length }],
    )
  }

  owned(): readonly number[] {
    return this.#owned
  }

  /** Returns whether this is the one process that applies events: the oldest that reaches the bus, or the oldest of all if none does. */
  appliesEvents(): boolean {
    const chosen = this.#living.find(({ hasBus }) => hasBus) ?? this.#living[0]
    return chosen?.id === this.#id
  }

  wakeOthers(loop: string): void {
    const { bus, name } = this.#surroundings
    if (this.#living.length > 1) bus.nudge(name, `${loop}${separator}${this.#id}`)
  }

  /** Returns the loop that a nudge wakes. Empty if this process sent the nudge, because it has woken its own loop already. */
  loopOf(nudge: string): string {
    const [loop = '', sender] = nudge.split(separator)
    return sender === this.#id ? '' : loop
  }

  /** Calls the listener when processes have joined or left, and this one may have other shards. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Calls the listener when the clock of Postgres has gone back. */
  onClockBack(listener: () => void): void {
    this.#onClockBack = listener
  }

  /** Sends a heartbeat, reads which processes are alive, takes this process's shards, and calls listeners. The first heartbeat joins. */
  async beat(): Promise<Round> {
    const { db, bus } = this.#surroundings
    this.#beatsWithoutBus = bus.connected() ? 0 : this.#beatsWithoutBus + 1
    const hasBus = this.#beatsWithoutBus <= beatsWithoutBusMax
    const { living, clockMs } = await noteLiving(db.em(), { id: this.#id, hasBus })
    if (this.#isClockBack(clockMs)) this.#onClockBack()
    const hasChanged = JSON.stringify(living) !== JSON.stringify(this.#living)
    const joins = this.#living.length === 0
    this.#living = living
    this.#owned = spreadShards(living.map(({ id }) => id)).get(this.#id) ?? []
    if (joins) this.wakeOthers(membershipLoop)
    if (hasChanged) for (const listener of this.#listeners) listener()
    return { worked: 0 }
  }

  /** Leaves, so that other processes take over this process's shards immediately. */
  async leave(): Promise<void> {
    if (this.#living.length === 0) return
    await sql(this.#surroundings.db.em(), 'delete from worker_process where id = $1', [this.#id])
    this.wakeOthers(membershipLoop)
    this.#living = []
    this.#owned = []
  }
}

/** Number of shards: more than a service will ever have processes, and few enough to lock in one statement. */
export const shardCount = 16

/** Returns SQL for an id's shard, from 0 to `shardCount - 1`. Must be the same in every release that shares a Postgres. */
export const shardOf = (id: string): string => `(hashtext(${id}) & ${shardCount - 1})`

/**
 * Distributes shards among processes, listed from oldest to youngest. Shares differ by at most one. A new process takes shards from the
 * processes that have the most. No other process gains any.
 */
export function spreadShards(processes: readonly string[]): Map<string, number[]> {
  const [oldest, ...others] = processes
  if (oldest === undefined) return new Map()
  const spread = new Map([[oldest, Array.from({ length: shardCount }, (_, shard) => shard)]])
  for (const process of others) {
    const share = Math.floor(shardCount / (spread.size + 1))
    spread.set(
      process,
      Array.from({ length: share }, () => takeOne([...spread.values()])),
    )
  }
  for (const shards of spread.values()) shards.sort((a, b) => a - b)
  return spread
}

/** Takes a shard from the process that has the most. */
function takeOne(shares: number[][]): number {
  const most = Math.max(...shares.map(({ length }) => length))
  return shares.find(({ length }) => length === most)?.pop() as number
}
