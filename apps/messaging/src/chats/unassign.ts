import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planAssignee } from './change.ts'
import { lockChat } from './find.ts'

/** Takes an assignment back. */
export const unassign: Verb<typeof messaging.chats.unassign, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planAssignee(row, null))
}
