import type { EntityManager } from '@mikro-orm/postgresql'
import type { MessageRow } from '../entities/message.ts'
import { priorityRank } from './accept.sql.ts'
import { insertJob } from './waiting-job.sql.ts'

/** Gives a message that had none left a send job again, due at once or when its window opens. */
export async function queueAgain(em: EntityManager, row: MessageRow, waitsFor: 'window_closed' | null): Promise<void> {
  const expiresAt = new Date(row.expiresAt ?? row.createdAt)
  await insertJob(em, {
    message_id: row.id,
    workspace_id: row.workspaceId,
    number_id: row.numberId,
    chat_id: row.chatId,
    recipient: row.recipient,
    priority: priorityRank[row.priority ?? 'normal'],
    ordered: row.ordered ?? true,
    due_at: new Date(row.deliverAt ?? row.createdAt),
    run_at: waitsFor ? expiresAt : new Date(),
    waits_for: waitsFor,
    expires_at: expiresAt,
    attempt: row.attempts,
    on_unknown: row.onUnknown ?? 'hold',
  })
}
