import { listPage, type Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { findChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { Note, type NoteRow } from '../entities/note.ts'
import { presentNote } from './present.ts'

/** The notes of a chat, newest first. */
export const list: Verb<typeof messaging.notes.list, MessagingRuntime> = async ({ ctx, input }) => {
  const chat = await findChat(ctx, input.id)
  const page = await listPage<NoteRow>(ctx, input, {
    entity: Note,
    list: `notes ${chat.id}`,
    order: { column: 'id', direction: 'desc' },
    where: { chatId: chat.id },
  })
  return { items: page.rows.map(presentNote), next: page.next }
}
