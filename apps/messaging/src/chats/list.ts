import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { calledFilter } from './called.ts'
import { filtersOf } from './filter.ts'
import { withIncluded } from './included.sql.ts'
import { presentChats } from './last-message.sql.ts'
import { overdueNow } from './overdue.ts'
import { withIds } from './references.ts'
import { chatsWithWords } from './words.sql.ts'

type SortColumn = 'lastMessageAt' | 'waitingSince' | 'windowClosesAt'

/** Chats in the order that the caller wants. A sort by a time that some chats lack lists the others only. */
export const list: Verb<typeof messaging.chats.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { search, size, cursor, sort, include, ...conditions } = input
  const [column, direction] = sort.split(':') as [SortColumn, 'asc' | 'desc']
  const overdueSince = conditions.overdue === undefined ? null : await overdueNow(ctx)
  const origin = { by: ctx.call.actor, workspace: ctx.workspace, overdueSince }
  const filters = filtersOf(await withIds(ctx.em, conditions), origin)
  if (search !== undefined) {
    filters.push(await calledFilter(ctx, search, () => chatsWithWords(ctx.em, ctx.workspace, search)))
  }
  if (column !== 'lastMessageAt') filters.push({ [column]: { $ne: null } })
  const found = await listPage<ChatRow>(
    ctx,
    { size, cursor },
    {
      entity: Chat,
      list: sort === 'lastMessageAt:desc' ? 'chats' : `chats ${sort}`,
      order: { column, direction },
      where: { $and: filters },
    },
  )
  const chats = await presentChats(ctx, found.rows)
  return { items: await withIncluded(ctx, chats, include), next: found.next }
}
