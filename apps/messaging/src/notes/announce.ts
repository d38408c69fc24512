import { type ChangeContext, changeChat } from '../chats/change.ts'
import type { ChatRow } from '../entities/chat.ts'
import type { NoteRow } from '../entities/note.ts'

/** Announces a note that was written or changed, without its text: the event goes to receivers outside. */
export function announceNote(ctx: ChangeContext, chat: ChatRow, { id, mentions }: NoteRow): void {
  changeChat(ctx, chat, { set: {}, changes: ['noted'], note: { id, mentions } })
}
