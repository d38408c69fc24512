import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow } from '../entities/chat.ts'
import { presentChat } from './present.ts'

/** Chats by their last message, newest first. */
export const list: Verb<typeof messaging.chats.list, MessagingRuntime> = async ({ ctx, input }) => {
  const lastMessageAt = {
    ...(input.after ? { $gt: new Date(input.after) } : {}),
    ...(input.before ? { $lt: new Date(input.before) } : {}),
  }
  const page = await listPage<ChatRow>(ctx, input, {
    entity: Chat,
    list: 'chats',
    order: { column: 'lastMessageAt', direction: 'desc' },
    where: {
      ...(input.status ? { status: { $in: input.status } } : {}),
      ...(input.unread === undefined ? {} : { unreadCount: input.unread ? { $gt: 0 } : 0 }),
      ...(input.number ? { numberId: { $in: input.number } } : {}),
      ...(input.phone ? { phone: input.phone } : {}),
      ...(Object.keys(lastMessageAt).length > 0 ? { lastMessageAt } : {}),
    },
  })
  return { items: page.rows.map(presentChat), next: page.next }
}
