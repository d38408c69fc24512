import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { changeChat, planFields } from './change.ts'
import { lockChat } from './find.ts'

/** Opens a chat that is archived; any other stays as it is. */
export const unarchive: Verb<typeof messaging.chats.unarchive, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planFields(row, row.status === 'archived' ? { status: 'open' } : {}, ctx.call.actor))
}
