import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message, type MessageRow } from '../entities/message.ts'
import { presentMessages } from '../messages/list.ts'
import { findChat } from './find.ts'

/** The messages of one chat, newest first. */
export const messages: Verb<typeof messaging.chats.messages, MessagingRuntime> = async ({ ctx, input }) => {
  await findChat(ctx, input.id)
  const page = await listPage<MessageRow>(ctx, input, {
    entity: Message,
    list: `chat ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { chatId: input.id },
  })
  return { items: await presentMessages(ctx, page.rows), next: page.next }
}
