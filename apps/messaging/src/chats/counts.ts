import type { FilterQuery } from '@mikro-orm/core'
import { isoTime, type Verb } from '@posthorn/chassis'
import { chatsCountedMax, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow } from '../entities/chat.ts'
import { countChats } from './counts.sql.ts'
import { filtersOf } from './filter.ts'
import { overdueNow } from './overdue.ts'
import { withIds } from './references.ts'

/** Counts the chats of each filter. */
export const counts: Verb<typeof messaging.chats.counts, MessagingRuntime> = async ({ ctx, input }) => {
  const names = Object.keys(input.filters)
  const isAsked = Object.values(input.filters).some(({ overdue }) => overdue !== undefined)
  const overdueSince = isAsked ? await overdueNow(ctx) : null
  const wheres: FilterQuery<ChatRow>[] = []
  for (const [name, filter] of Object.entries(input.filters)) {
    const origin = { by: ctx.call.actor, workspace: ctx.workspace, place: `filters.${name}.`, overdueSince }
    wheres.push({ $and: filtersOf(await withIds(ctx.em, filter), origin) })
  }
  const counted = await countChats(ctx.em, wheres)
  return Object.fromEntries(
    counted.map(({ total, unread, oldestWaitingAt }, i) => {
      const more = total > chatsCountedMax
      const shown = { unread: Math.min(unread, chatsCountedMax), oldestWaitingAt: isoTime(oldestWaitingAt), more }
      return [names[i] as string, { total: Math.min(total, chatsCountedMax), ...shown }]
    }),
  )
}
