import { type AnnouncedNote, type ChangeContext, changeChat } from '../chats/change.ts'
import type { ChatRow } from '../entities/chat.ts'

/** Announces a note that was written, changed or deleted. */
export function announceNote(ctx: ChangeContext, chat: ChatRow, note: AnnouncedNote): void {
  changeChat(ctx, chat, { set: {}, changes: ['noted'], note })
}
