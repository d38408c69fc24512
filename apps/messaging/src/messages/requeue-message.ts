import type { EntityManager } from '@mikro-orm/postgresql'
import type { MessageRow } from '../entities/message.ts'
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
  await insertJob(em, { row, dueAt, waitsFor })
}
