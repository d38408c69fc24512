import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Chat } from '../entities/chat.ts'
import { File } from '../entities/file.ts'
import { Message } from '../entities/message.ts'

const entities = { message: Message, file: File, chat: Chat }

/** Finds what has an id in the range; the primary key has one row at most there. */
export const byRange: Verb<typeof messaging.lookups.byRange, MessagingRuntime> = async ({ ctx, input }) => {
  const { kind, from, to } = input
  const row = await ctx.em.findOne(entities[kind] as typeof Message, { id: { $gte: from, $lte: to } })
  return { id: row?.id ?? null }
}
