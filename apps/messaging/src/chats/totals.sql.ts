import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Verb } from '@posthorn/chassis'
import { type messaging, totalsMax } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'

/** Counts what is in a chat. */
export const totals: Verb<typeof messaging.chats.totals, MessagingRuntime> = async ({ ctx, input }) => {
  const { id } = await findChat(ctx, input.id)
  return countTotals(ctx.em, { workspace: ctx.workspace, chat: id, max: totalsMax })
}

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
