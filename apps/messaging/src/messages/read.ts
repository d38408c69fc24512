import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, nextStatus } from '@posthorn/contracts'
import { presentChat } from '../chats/present.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat } from '../entities/chat.ts'
import { Message } from '../entities/message.ts'
import { presentMessage } from './present.ts'
import { queueReceipt } from './receipt.sql.ts'
import { findByReference } from './rows.sql.ts'

/** Marks an incoming message read, here and, by the receipts loop, at the provider. Reading twice changes nothing. */
export const read: Verb<typeof messaging.messages.read, MessagingRuntime> = async ({ ctx, input }) => {
  const { em } = ctx
  const id = await findByReference(em, ctx.workspace, input.id)
  const row = (await em.findOne(Message, { id })) ?? fail('message:not_found')
  if (row.direction !== 'in') fail('message:not_incoming')
  const status = nextStatus(row.status, 'read')
  if (!status) return presentMessage(row)
  em.assign(row, { status, statusAt: { ...row.statusAt, read: new Date().toISOString() }, version: row.version + 1 })
  const chat = await em.findOne(Chat, { id: row.chatId })
  // The provider takes no receipts for groups.
  if (chat?.type === 'direct') {
    await queueReceipt(em, row)
    ctx.wake('receipts')
  }
  if (chat && chat.unreadCount > 0) {
    em.assign(chat, { unreadCount: 0, updatedAt: new Date(), version: chat.version + 1 })
    ctx.emit({
      kind: 'chat:updated',
      data: { ...presentChat(chat), change: 'read' },
      aggregate: { id: chat.id, version: chat.version },
    })
  }
  return presentMessage(row)
}
