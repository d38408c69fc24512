import type { EntityManager } from '@mikro-orm/postgresql'
import type { MessageRow } from '../entities/message.ts'
import { insertJob } from './waiting-job.sql.ts'

/**
 * Creates a new send job for a message without one. It expires with the message. `dueAt` sets its position among the chat's jobs; it is due at once,
 * or when its window opens.
 */
export async function requeueMessage(
  em: EntityManager,
  row: MessageRow,
  { dueAt = row.deliverAt ?? row.createdAt, waitsFor = null }: { dueAt?: Date; waitsFor?: 'window_closed' | null },
): Promise<void> {
  await insertJob(em, { row, dueAt, waitsFor })
}
