import type { Verb } from '@posthorn/chassis'
import { type messaging, newId } from '@posthorn/contracts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { Note } from '../entities/note.ts'
import { announceNote } from './announce.ts'
import { membersMentioned } from './mentions.ts'
import { presentNote } from './present.ts'

/** Writes a private note on a chat. */
export const create: Verb<typeof messaging.notes.create, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await lockChat(ctx, input.id)
  const row = ctx.em.create(Note, {
    workspaceId: ctx.workspace,
    id: newId('note'),
    chatId: chat.id,
    body: input.message,
    author: ctx.call.actor,
    mentions: await membersMentioned(ctx.em, input.mentions),
    createdAt: new Date(),
  })
  announceNote(ctx, chat, { id: row.id, mentions: row.mentions, deleted: false })
  await ctx.em.flush()
  return presentNote(row)
}
