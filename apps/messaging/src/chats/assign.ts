import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planAssignee } from './change.ts'
import { lockChat } from './find.ts'
import { findMember } from './members.ts'

/** Assigns a chat to a member of the workspace. */
export const assign: Verb<typeof messaging.chats.assign, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planAssignee(row, await findMember(ctx.em, input)))
}
