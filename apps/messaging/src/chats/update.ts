import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planFields } from './change.ts'
import { lockChat } from './find.ts'
import { refuseSnoozeInPast } from './snooze.ts'

/** Changes status, unread, pinned, muted and snooze of one chat. */
export const update: Verb<typeof messaging.chats.update, MessagingRuntime> = async ({ ctx, input }) => {
  refuseSnoozeInPast(input.snooze)
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planFields(row, input, ctx.call.actor))
}
