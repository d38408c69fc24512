import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planFields } from './change.ts'
import { lockChat } from './find.ts'

/** Archives a chat. */
export const archive: Verb<typeof messaging.chats.archive, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planFields(row, { status: 'archived' }, ctx.call.actor))
}
