import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planFields } from './change.ts'
import { lockChat } from './find.ts'
import { markIncomingRead, queueNewestReceipt } from './incoming.sql.ts'

/** Marks a chat and all its incoming messages read, here and, by the receipts loop, at the provider. */
export const read: Verb<typeof messaging.chats.read, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const place = { workspace: ctx.workspace, chat: row.id }
  // The provider takes no receipts for groups.
  if ((await markIncomingRead(ctx.em, place)) && row.type === 'direct') {
    await queueNewestReceipt(ctx.em, place, { typing: false })
    ctx.wake('receipts')
  }
  return changeChat(ctx, row, planFields(row, { unread: false }, ctx.call.actor))
}
