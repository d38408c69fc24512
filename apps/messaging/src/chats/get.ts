import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'
import { withIncluded } from './included.sql.ts'
import { presentChats } from './last-message.sql.ts'

/** One chat. */
export const get: Verb<typeof messaging.chats.get, MessagingRuntime> = async ({ ctx, input }) => {
  const chats = await presentChats(ctx, [await findChat(ctx, input.id)])
  const [shown] = await withIncluded(ctx, chats, input.include)
  return shown ?? fail('chat:not_found')
}
