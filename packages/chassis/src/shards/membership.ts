import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Metrics } from '../metrics.ts'
import type { Round } from '../work/loop.ts'
import { spreadShards } from './spread.ts'

/** Silence after which a process counts as dead, and its shards go to others. */
const silenceMs = 4_000
const silence = `interval '${silenceMs} ms'`

/** A process that was silent is the youngest when it comes back: the others have shared out its shards. */
const beat = `with mine as (
    insert into worker_process as p (id, joined_at, seen_at, has_bus) values ($1, clock_timestamp(), clock_timestamp(), $2)
    on conflict (id) do update set seen_at = excluded.seen_at, has_bus = excluded.has_bus,
      joined_at = case when p.seen_at < excluded.seen_at - ${silence} then excluded.joined_at else p.joined_at end
    returning id, joined_at, has_bus
  ), removed as (delete from worker_process where id <> $1 and seen_at < now() - interval '1 hour')
  select id, has_bus as "hasBus" from (
    select id, joined_at, has_bus from mine
    union all select id, joined_at, has_bus from worker_process where id <> $1 and seen_at > now() - ${silence}
  ) living order by joined_at, id`

/** A living process, and whether it reaches the bus. */
type LivingProcess = { id: string; hasBus: boolean }

/** Notes that this process lives, and returns all that do, the oldest first. */
function noteLiving(em: EntityManager, { id, hasBus }: LivingProcess): Promise<LivingProcess[]> {
  return sql<LivingProcess>(em, beat, [id, hasBus])
}

/** Removes a process that ends. */
async function removeProcess(em: EntityManager, id: string): Promise<void> {
  await sql(em, `delete from worker_process where id = $1`, [id])
}

/** Name of the loop that keeps a process among the living ones. */
export const membershipLoop = 'membership'
/** Pause between two signs of life; three may be missed. */
export const beatMs = 1_000
const separator = ' from '
/** Beats without the bus after which another process applies events: a start and a short reconnect change nothing. */
const beatsWithoutBusMax = 3

/**
 * The shards of the work of a service that this process serves. Two processes may take themselves for the owner of a shard for a second:
 * it spares them each other's locks and halved batches, and no guarantee depends on it.
 */
export type Shards = {
  /** Numbers of the shards of this process, ascending; none with `ROLE=api`. */
  owned(): readonly number[]
  /** Wakes a loop in the other processes of the service, if there are any. */
  wakeOthers(loop: string): void
}

type Surroundings = { name: string; db: Database; bus: Bus; metrics: Metrics }

/** The place of this process among the living ones that do the work of a service. It joins with its first beat. */
export class Membership implements Shards {
  readonly #id = randomUUID()
  readonly #surroundings: Surroundings
  readonly #listeners = new Set<() => void>()
  #living: LivingProcess[] = []
  #beatsWithoutBus = 0
  #owned: readonly number[] = []

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    surroundings.metrics.collect(
      {
        shards_owned: 'Shards of the work of the service that this process does',
      },
      async () => [{ name: 'shards_owned', value: this.#owned.length }],
    )
  }

  owned(): readonly number[] {
    return this.#owned
  }

  /** True for the one living process that applies events: the oldest that reaches the bus, or the oldest when none does. */
  appliesEvents(): boolean {
    const chosen = this.#living.find(({ hasBus }) => hasBus) ?? this.#living[0]
    return chosen?.id === this.#id
  }

  wakeOthers(loop: string): void {
    const { bus, name } = this.#surroundings
    if (this.#living.length > 1) bus.nudge(name, `${loop}${separator}${this.#id}`)
  }

  /** Reads a nudge: the name of the loop to wake; empty when this process sent it to the others. */
  loopOf(nudge: string): string {
    const [loop = '', sender] = nudge.split(separator)
    return sender === this.#id ? '' : loop
  }

  /** Registers what to do when the shards of this process, or its age among the others, have changed. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Notes that this process lives and reads which others do. The first beat makes it one of them. */
  async beat(): Promise<Round> {
    const { db, bus } = this.#surroundings
    this.#beatsWithoutBus = bus.connected() ? 0 : this.#beatsWithoutBus + 1
    const hasBus = this.#beatsWithoutBus <= beatsWithoutBusMax
    const living = await noteLiving(db.em(), { id: this.#id, hasBus })
    const hasChanged = JSON.stringify(living) !== JSON.stringify(this.#living)
    const joins = this.#living.length === 0
    this.#living = living
    this.#owned = spreadShards(living.map(({ id }) => id)).get(this.#id) ?? []
    if (joins) this.wakeOthers(membershipLoop)
    if (hasChanged) for (const listener of this.#listeners) listener()
    return { worked: 0 }
  }

  /** Leaves the living ones, who take its shards at once. */
  async leave(): Promise<void> {
    if (this.#living.length === 0) return
    await removeProcess(this.#surroundings.db.em(), this.#id)
    this.wakeOthers(membershipLoop)
    this.#living = []
    this.#owned = []
  }
}
