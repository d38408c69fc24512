import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb } from '@posthorn/chassis'
import { type messaging, phoneSearched } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { filtersOf } from './filter.ts'
import { visibleTo } from './find.ts'
import { presentChats } from './last-message.sql.ts'
import { overdueNow } from './overdue.ts'
import { withIds } from './references.ts'
import { chatsById, chatsCalled, chatsOfPhone, chatsWithWords, likeAnywhere } from './words.sql.ts'

type Context = Pick<Parameters<Verb<typeof messaging.chats.list, MessagingRuntime>>[0]['ctx'], 'em' | 'workspace'>
type SortColumn = 'lastMessageAt' | 'waitingSince' | 'windowClosesAt'

/** The beginning of a phone; or part of a name, part of a phone however it is spaced, or a chat with these words in its messages. */
async function searchFilter({ em, workspace }: Context, search: string): Promise<FilterQuery<ChatRow>> {
  const typed = search.replace(/[\s\-().+]/g, '')
  const digits = /^\d{3,}$/.test(typed) ? typed : null
  const phone = phoneSearched(search)
  if (digits !== null && phone !== null) return chatsById(await chatsOfPhone(em, workspace, phone))
  const withWords = await chatsWithWords(em, workspace, search)
  const called = await chatsCalled(em, workspace, { name: search, digits })
  if (called !== null) return chatsById([...new Set([...called, ...withWords])])
  const phones = digits === null ? [] : [{ phone: { $like: likeAnywhere(digits) } }]
  const words = withWords.length > 0 ? [chatsById(withWords)] : []
  return { $or: [{ name: { $ilike: likeAnywhere(search) } }, ...phones, ...words] }
}

/** Chats in the order that the caller wants. A sort by a time that some chats lack lists the others only. */
export const list: Verb<typeof messaging.chats.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { search, size, cursor, page, sort, ...conditions } = input
  const [column, direction] = sort.split(':') as [SortColumn, 'asc' | 'desc']
  const overdueSince = conditions.overdue === undefined ? null : await overdueNow(ctx)
  const filters = [
    visibleTo(ctx) as FilterQuery<ChatRow>,
    ...filtersOf(await withIds(ctx.em, conditions), { by: ctx.call.actor, workspace: ctx.workspace, overdueSince }),
  ]
  if (search !== undefined) filters.push(await searchFilter(ctx, search))
  if (column !== 'lastMessageAt') filters.push({ [column]: { $ne: null } })
  const found = await listPage<ChatRow>(
    ctx,
    { size, cursor, page },
    {
      entity: Chat,
      list: sort === 'lastMessageAt:desc' ? 'chats' : `chats ${sort}`,
      order: { column, direction },
      where: { $and: filters },
    },
  )
  return { items: await presentChats(ctx, found.rows), next: found.next }
}
