import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { chatsCountedMax } from '@posthorn/contracts'
import { Chat, type ChatRow } from '../entities/chat.ts'

/** Number of the chats of a filter. */
export type ChatCount = { total: number; unread: number; oldestWaitingAt: Date | null }

/** Counts the chats of each filter, one further than is shown. The filters are read in one statement, so they count one moment. */
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
