import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'
import { presentChat } from './present.ts'

/** One chat. */
export const get: Verb<typeof messaging.chats.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentChat(await findChat(ctx, input.id))
