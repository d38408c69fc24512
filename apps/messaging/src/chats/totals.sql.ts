import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Numbers of notes and of messages in each direction. */
export type Totals = { notes: number; inbound: number; outbound: number }

/** Counts the notes and messages of a chat, each up to `max`. */
export async function countTotals(
  em: EntityManager,
  { workspace, chat, max }: { workspace: string; chat: string; max: number },
): Promise<Totals> {
  const [row] = await sql<Totals>(
    em,
    `with newest as (select direction from message where workspace_id = $1 and chat_id = $2 order by id desc limit $3)
     select (select count(*) from newest where direction = 'in')::int as inbound,
       (select count(*) from newest where direction = 'out')::int as outbound,
       (select count(*) from (select 1 from note where workspace_id = $1 and chat_id = $2 limit $3) n)::int as notes`,
    [workspace, chat, max],
  )
  return row as Totals
}
