import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'
import { presentChats } from './last-message.sql.ts'

/** One chat. */
export const get: Verb<typeof messaging.chats.get, MessagingRuntime> = async ({ ctx, input }) => {
  const [shown] = await presentChats(ctx, [await findChat(ctx, input.id)])
  return shown ?? fail('chat:not_found')
}
