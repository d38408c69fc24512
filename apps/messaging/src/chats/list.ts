import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb } from '@posthorn/chassis'
import { type messaging, phoneSearched } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { visibleTo } from './find.ts'
import { presentChat } from './present.ts'
import { chatsById, chatsCalled, chatsOfPhone, chatsWithWords, likeAnywhere } from './words.sql.ts'

type Context = Pick<Parameters<Verb<typeof messaging.chats.list, MessagingRuntime>>[0]['ctx'], 'em' | 'workspace'>
type Input = z.output<typeof messaging.chats.list.input>

function filtersOf(input: Input): FilterQuery<ChatRow>[] {
  const filters: FilterQuery<ChatRow>[] = []
  if (input.status) filters.push({ status: { $in: input.status } })
  if (input.unread !== undefined) filters.push({ unreadCount: input.unread ? { $gt: 0 } : 0 })
  if (input.pinned !== undefined) filters.push({ pinned: input.pinned })
  if (input.muted !== undefined) filters.push({ muted: input.muted })
  if (input.number) filters.push({ numberId: { $in: input.number } })
  if (input.type) filters.push({ type: { $in: input.type } })
  if (input.group) filters.push({ groupId: input.group })
  if (input.phone) filters.push({ phone: input.phone })
  if (input.label) filters.push({ labelIds: { $overlap: input.label } })
  if (input.labelExclude) filters.push({ $not: { labelIds: { $overlap: input.labelExclude } } })
  if (input.assignee) filters.push(assignedTo(input.assignee))
  if (input.after) filters.push({ lastMessageAt: { $gt: new Date(input.after) } })
  if (input.before) filters.push({ lastMessageAt: { $lt: new Date(input.before) } })
  return filters
}

function assignedTo(assignees: string[]): FilterQuery<ChatRow> {
  const members = assignees.filter((assignee) => assignee !== 'none')
  const nobody = assignees.includes('none') ? [{ assigneeId: null }] : []
  return { $or: [...nobody, ...(members.length > 0 ? [{ assigneeId: { $in: members } }] : [])] }
}

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

/** Chats by their last message, newest first. */
export const list: Verb<typeof messaging.chats.list, MessagingRuntime> = async ({ ctx, input }) => {
  const filters = [visibleTo(ctx) as FilterQuery<ChatRow>, ...filtersOf(input)]
  if (input.search !== undefined) filters.push(await searchFilter(ctx, input.search))
  const page = await listPage<ChatRow>(ctx, input, {
    entity: Chat,
    list: 'chats',
    order: { column: 'lastMessageAt', direction: 'desc' },
    where: { $and: filters },
  })
  return { items: page.rows.map(presentChat), next: page.next }
}
