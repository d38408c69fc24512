import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planFields } from './change.ts'
import { lockChat } from './find.ts'
import { markIncomingRead, queueNewestReceipt } from './incoming.sql.ts'

/** Shows the customer that an answer is being written; what they wrote counts as read by that. */
export const typing: Verb<typeof messaging.chats.typing, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  if (row.type !== 'direct')
    fail('capability:unsupported', { message: 'The provider does not show typing indicators in groups.' })
  const place = { workspace: ctx.workspace, chat: row.id }
  if (!(await queueNewestReceipt(ctx.em, place, { typing: true }))) fail('chat:never_written')
  await markIncomingRead(ctx.em, place)
  changeChat(ctx, row, planFields(row, { unread: false }, ctx.call.actor))
  ctx.wake('receipts')
  return { shown: true }
}
