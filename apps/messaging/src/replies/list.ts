import type { FilterQuery } from '@mikro-orm/core'
import { likeText, listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply, type ReplyRow } from '../entities/reply.ts'
import { presentReply } from './present.ts'

/** Saved replies, by name. */
export const list: Verb<typeof messaging.replies.list, MessagingRuntime> = async ({ ctx, input }) => {
  const { search, folder } = input
  const page = await listPage<ReplyRow>(ctx, input, {
    entity: Reply,
    list: 'replies',
    order: { column: 'nameKey', direction: 'asc' },
    where: { $and: [folder === undefined ? {} : { folder }, search === undefined ? {} : containing(search)] },
  })
  return { items: page.rows.map(presentReply), next: page.next }
}

/** A workspace has a thousand replies at most, which are looked through. */
function containing(search: string): FilterQuery<ReplyRow> {
  const $ilike = `%${likeText(search)}%`
  return { $or: [{ name: { $ilike } }, { shortcut: { $ilike } }, { message: { $ilike } }] }
}
