import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** The job of a message, locked, if it still waits and no call is running; the dispatcher cannot take it until we commit. */
export async function lockWaitingJob(
  em: EntityManager,
  messageId: string,
): Promise<{ attempt: number; dueAt: Date; recipient: string; post: string | null } | undefined> {
  const [job] = await sql<{ attempt: number; due_at: string; recipient: string; post: string | null }>(
    em,
    `select attempt, due_at, recipient, post_id as post from send_job where message_id = $1 and state = 'waiting' for update`,
    [messageId],
  )
  if (!job) return undefined
  const { due_at: dueAt, ...rest } = job
  return { ...rest, dueAt: new Date(dueAt) }
}

/** Removes the job of a message that will not be sent. */
export async function deleteJob(em: EntityManager, messageId: string): Promise<void> {
  await sql(em, 'delete from send_job where message_id = $1', [messageId])
}

/** Changes of a waiting job; absent values stay. */
export type JobChange = { dueAt?: Date | undefined; expiresAt?: Date | undefined; rank?: number | undefined }

/** Changes a waiting job. */
export async function updateJob(em: EntityManager, messageId: string, change: JobChange): Promise<void> {
  await sql(
    em,
    `update send_job set due_at = coalesce($2, due_at), run_at = coalesce($2, run_at), expires_at = coalesce($3, expires_at),
       priority = coalesce($4, priority) where message_id = $1`,
    [messageId, change.dueAt ?? null, change.expiresAt ?? null, change.rank ?? null],
  )
}

/** Queues a finished message again. */
export async function insertJob(em: EntityManager, job: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(job)
  await sql(
    em,
    `insert into send_job (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(job),
  )
}
