import type { messaging, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ReplyRow } from '../entities/reply.ts'

/** A saved reply as answers show it. */
export function presentReply(row: ReplyRow): Unfilled<z.output<typeof messaging.replies.create.output>> {
  return {
    id: row.id,
    name: row.name,
    shortcut: row.shortcut ?? null,
    folder: row.folder ?? null,
    message: row.message,
    by: row.author,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
