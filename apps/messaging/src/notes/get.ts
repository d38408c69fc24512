import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { findChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { Note } from '../entities/note.ts'
import { presentNote } from './present.ts'

/** Shows one note of a chat. */
export const get: Verb<typeof messaging.notes.get, MessagingRuntime> = async ({ ctx, input }) => {
  const { id: chatId } = await findChat(ctx, input.id)
  return presentNote((await ctx.em.findOne(Note, { id: input.note, chatId })) ?? fail('note:not_found'))
}
