import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { Note } from '../entities/note.ts'
import { removeMentions } from '../notifications/store.sql.ts'
import { announceNote } from './announce.ts'

/** Deletes a note, with the notifications of those whom it mentioned. */
export const remove: Verb<typeof messaging.notes.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  if ((await ctx.em.nativeDelete(Note, { id: input.note, chatId: chat.id })) === 0) fail('note:not_found')
  const members = await removeMentions(ctx.em, { workspace: ctx.workspace, chat: chat.id, note: input.note })
  const [first] = members
  if (first) ctx.emit({ kind: 'member:notified', data: { members }, aggregate: { id: first, version: 1 } })
  announceNote(ctx, chat, { id: input.note, mentions: [], deleted: true })
  return { id: input.note, deleted: true }
}
