import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import type { MessageRow } from '../entities/chat.ts'
import { priorityRank } from './accept.sql.ts'
import { markExtra } from './rows.sql.ts'

/** Locks the job of a waiting message until the commit, so that it can't be claimed. Undefined if it has none or is being sent. */
export async function lockWaitingJob(
  em: EntityManager,
  messageId: string,
): Promise<{ attempt: number; dueAt: Date; recipient: string; post: string | null } | undefined> {
  const [job] = await sql<{ attempt: number; due_at: string; recipient: string; post: string | null }>(
    em,
    `select attempt, due_at, recipient, post_id as post from send_job where message_id = $1 and status = 'waiting' for update`,
    [messageId],
  )
  if (!job) return undefined
  const { due_at: dueAt, ...rest } = job
  return { ...rest, dueAt: new Date(dueAt) }
}

export async function deleteJob(em: EntityManager, messageId: string): Promise<void> {
  await sql(em, 'delete from send_job where message_id = $1', [messageId])
}

const leavesQuietHours = `waits_for = 'quiet_hours' and $4 > ${priorityRank.normal}`

/** Changes to a waiting job. Missing fields remain unchanged. `deliverAt`: its new schedule; null: it is due immediately. `rank`: its priority. */
type JobChange = { deliverAt?: Date | null | undefined; expiresAt?: Date | undefined; rank?: number | undefined }

/**
 * Changes a waiting job that was never sent. A new schedule replaces what it waited for, and one of high priority no longer waits for quiet
 * hours to end. `requeued` marks a job that is due at once although its id is older.
 */
export async function updateJob(em: EntityManager, messageId: string, change: JobChange): Promise<void> {
  await sql(
    em,
    `update send_job set due_at = case when $5 then coalesce($2, now()) else due_at end,
       run_at = case when $5 then coalesce($2, now()) when ${leavesQuietHours} then now() else run_at end,
       waits_for = case when $5 or ${leavesQuietHours} then null else waits_for end,
       requeued = case when $5 then $2::timestamptz is null else requeued end, expires_at = coalesce($3, expires_at),
       priority = coalesce($4, priority) where message_id = $1`,
    [
      messageId,
      change.deliverAt ?? null,
      change.expiresAt ?? null,
      change.rank ?? null,
      change.deliverAt !== undefined,
    ],
  )
}

/** A message to queue again, with its position in its chat and the reason why it waits, if any. */
type RequeuedJob = { row: MessageRow; dueAt: Date; waitsFor: 'window_closed' | null }

/** Returns when a message expires. Every message that is sent from here does. */
const expiryOf = ({ expiresAt, createdAt }: MessageRow) => expiresAt ?? createdAt

const jobRow = rowType<RequeuedJob>({
  message_id: ['text', ({ row }) => row.id],
  workspace_id: ['text', ({ row }) => row.workspaceId],
  number_id: ['text', ({ row }) => row.numberId],
  chat_id: ['text', ({ row }) => row.chatId],
  recipient: ['text', ({ row }) => row.recipient],
  priority: ['smallint', ({ row }) => priorityRank[row.priority ?? 'normal']],
  ordered: ['boolean', ({ row }) => row.ordered ?? true],
  due_at: ['timestamptz', ({ dueAt }) => dueAt],
  waits_for: ['text', ({ waitsFor }) => waitsFor],
  expires_at: ['timestamptz', ({ row }) => expiryOf(row)],
  attempt: ['integer', ({ row }) => row.attempts],
  on_unknown: ['text', ({ row }) => row.onUnknown ?? 'hold'],
  post_id: ['text', ({ row }) => (row.reference?.startsWith('pst_') ? row.reference : null)],
})

const insert = statement(
  { jobs: jobRow },
  ({ jobs }) => `insert into send_job (${jobs.list()}, run_at, requeued)
     select ${jobs.list()}, case when waits_for is null then now() else expires_at end, true from ${jobs.as('j')}`,
)

/**
 * Creates a new send job for a message that has none. The job expires with the message. `dueAt` sets its position among the chat's jobs; it
 * is due immediately, or when its window opens.
 */
export async function requeueMessage(
  em: EntityManager,
  row: MessageRow,
  { dueAt = row.deliverAt ?? row.createdAt, waitsFor = null }: { dueAt?: Date; waitsFor?: 'window_closed' | null },
): Promise<void> {
  await sql(em, insert({ jobs: [{ row, dueAt, waitsFor }] }))
  const { numberId, providerId, id: messageId } = row
  if (providerId) await markExtra(em, [{ numberId, providerId, messageId }])
}
