import type { EntityManager } from '@mikro-orm/postgresql'
import type { MessageRow } from '../entities/message.ts'
import { priorityRank } from './accept.sql.ts'
import { insertJob } from './waiting-job.sql.ts'

/**
 * Gives a message that had none left a send job again, which expires with it. `dueAt` is its place among those of its chat; it is due at
 * once, or when its window opens.
 */
export async function requeueMessage(
  em: EntityManager,
  row: MessageRow,
  { dueAt = row.deliverAt ?? row.createdAt, waitsFor = null }: { dueAt?: Date; waitsFor?: 'window_closed' | null },
): Promise<void> {
  const expiresAt = new Date(row.expiresAt ?? row.createdAt)
  await insertJob(em, {
    message_id: row.id,
    workspace_id: row.workspaceId,
    number_id: row.numberId,
    chat_id: row.chatId,
    recipient: row.recipient,
    priority: priorityRank[row.priority ?? 'normal'],
    ordered: row.ordered ?? true,
    due_at: new Date(dueAt),
    run_at: waitsFor ? expiresAt : new Date(),
    waits_for: waitsFor,
    expires_at: expiresAt,
    attempt: row.attempts,
    on_unknown: row.onUnknown ?? 'hold',
    post_id: row.reference?.startsWith('pst_') ? row.reference : null,
  })
}
