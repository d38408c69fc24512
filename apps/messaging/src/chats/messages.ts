import type { FilterQuery } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message, type MessageRow } from '../entities/message.ts'
import { presentMessages } from '../messages/list.ts'
import { findChat } from './find.ts'

/** The messages of one chat, newest first. */
export const messages: Verb<typeof messaging.chats.messages, MessagingRuntime> = async ({ ctx, input }) => {
  const { id } = await findChat(ctx, input.id)
  const from = input.around === undefined ? {} : await pageAround(ctx, { ...input, id, around: input.around })
  const page = await listPage<MessageRow>(ctx, input, {
    entity: Message,
    list: `chat ${id}`,
    order: { column: 'id', direction: 'desc' },
    where: { $and: [{ chatId: id }, from] },
  })
  return { items: await presentMessages(ctx, page.rows), next: page.next }
}

type Around = { id: string; around: string; size: number }

/** Returns the condition that begins a page so that this message stands in its middle. */
async function pageAround(
  { em }: Pick<VerbContext, 'em'>,
  { id: chatId, around, size }: Around,
): Promise<FilterQuery<MessageRow>> {
  const found = await em.findOne(Message, { id: around, chatId }, { fields: ['id'] })
  if (!found) fail('message:not_found')
  const newer = await em.find(
    Message,
    { chatId, id: { $gt: around } },
    { fields: ['id'], orderBy: { id: 'asc' }, limit: Math.ceil(size / 2) },
  )
  return { id: { $lte: newer.at(-1)?.id ?? around } }
}
