import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/sql.ts'

/** Silence after which a process counts as dead, and its shards go to others. */
export const silenceMs = 4_000
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
export type LivingProcess = { id: string; hasBus: boolean }

/** Notes that this process lives, and returns all that do, the oldest first. */
export function noteLiving(em: EntityManager, { id, hasBus }: LivingProcess): Promise<LivingProcess[]> {
  return sql<LivingProcess>(em, beat, [id, hasBus])
}

/** Removes a process that ends. */
export async function removeProcess(em: EntityManager, id: string): Promise<void> {
  await sql(em, `delete from worker_process where id = $1`, [id])
}
