import { isoTime } from '@posthorn/chassis'
import type { note, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NoteRow } from '../entities/note.ts'

/** A note as answers show it. */
export function presentNote(row: NoteRow): Unfilled<z.output<typeof note>> {
  return {
    id: row.id,
    chat: row.chatId,
    message: row.body,
    by: row.author,
    mentions: row.mentions,
    createdAt: row.createdAt.toISOString(),
    editedAt: isoTime(row.editedAt),
  }
}
