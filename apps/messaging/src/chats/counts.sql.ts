import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql'
import { sql, type Verb } from '@posthorn/chassis'
import { chatsCountedMax, type messaging, totalsMax } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { findChat } from './find.ts'

export const totals: Verb<typeof messaging.chats.totals, MessagingRuntime> = async ({ ctx, input }) => {
  const { id } = await findChat(ctx, input.id)
  return countTotals(ctx.em, { workspace: ctx.workspace, chat: id, max: totalsMax })
}

type Totals = { notes: number; inbound: number; outbound: number }

async function countTotals(
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

export type ChatCount = { total: number; unread: number; oldestWaitingAt: Date | null }

/**
 * Counts the chats that match each filter, up to one more than the highest count shown. Reads all filters in one statement, so that the
 * counts are consistent.
 */
export async function countChats(em: EntityManager, filters: FilterQuery<ChatRow>[]): Promise<ChatCount[]> {
  if (filters.length === 0) return []
  const parts: string[] = []
  for (const [i, filter] of filters.entries()) {
    const query = em
      .createQueryBuilder(Chat, 'c')
      .select(['unreadCount', 'waitingSince'])
      .where(filter as QBFilterQuery<ChatRow>)
    await query.limit(chatsCountedMax + 1).applyFilters()
    parts.push(
      `select ${i} as place, count(*)::int as total, (count(*) filter (where unread_count > 0))::int as unread,
         min(waiting_since) as "oldestWaitingAt" from (${query.getFormattedQuery()}) as counted`,
    )
  }
  return sql<ChatCount>(em, `${parts.join(' union all ')} order by place`)
}
