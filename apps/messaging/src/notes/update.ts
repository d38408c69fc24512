import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { Note } from '../entities/note.ts'
import { announceNote } from './announce.ts'
import { membersMentioned } from './mentions.ts'
import { presentNote } from './present.ts'

/** Changes text or mentions of a note. */
export const update: Verb<typeof messaging.notes.update, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = (await ctx.em.findOne(Note, { id: input.note, chatId: chat.id })) ?? fail('note:not_found')
  const mentions = input.mentions === undefined ? row.mentions : await membersMentioned(ctx.em, input.mentions)
  ctx.em.assign(row, { body: input.message ?? row.body, mentions, editedAt: new Date() })
  announceNote(ctx, chat, { id: row.id, mentions: row.mentions, deleted: false })
  return presentNote(row)
}
