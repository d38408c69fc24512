import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat } from '../entities/chat.ts'
import { presentChat } from './present.ts'

/** One chat. */
export const get: Verb<typeof messaging.chats.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentChat((await ctx.em.findOne(Chat, { id: input.id })) ?? fail('chat:not_found'))
