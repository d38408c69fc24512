import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement, type Tx } from '@posthorn/chassis'
import type { MessageStatus } from '@posthorn/contracts'
import type { MessageRow } from '../entities/chat.ts'
import { announceRecipient } from '../posts/known-posts.sql.ts'
import { priorityRank } from './accept.sql.ts'
import { markExtra } from './rows.sql.ts'

/** The job of a waiting message. `validSeconds`: how long it may wait from when it is due, or from the end of quiet hours that moved this. */
export type WaitingJob = {
  attempt: number
  dueAt: Date
  validSeconds: number
  recipient: string
  post: string | null
}

/**
 * Returns the filter for messages with these statuses. One that is still to be sent has a job, and one that failed or expired has an error:
 * without these conditions, Postgres would read all messages to find the few of them.
 */
export function withStatus(workspace: string, statuses: MessageStatus[]): FilterQuery<MessageRow> {
  const hasStatus: FilterQuery<MessageRow> = { status: { $in: statuses } }
  const areAmong = (...some: MessageStatus[]) => statuses.every((each) => some.includes(each))
  if (areAmong('failed', 'expired'))
    return { $and: [hasStatus, { [raw('error is not null')]: [] } as FilterQuery<MessageRow>] }
  if (!areAmong('scheduled', 'queued')) return hasStatus
  const withJob = 'id = any(array(select message_id from send_job where workspace_id = ?))'
  return { $and: [hasStatus, { [raw(withJob, [workspace])]: [] } as FilterQuery<MessageRow>] }
}

/** Locks the job of a waiting message until the commit, so that it can't be claimed. Undefined if it has none or is being sent. */
export async function lockWaitingJob(em: EntityManager, messageId: string): Promise<WaitingJob | undefined> {
  const [job] = await sql<WaitingJob>(
    em,
    `select attempt, due_at as "dueAt", recipient, post_id as post,
       extract(epoch from expires_at - coalesce(valid_from, due_at))::float8 as "validSeconds"
     from send_job where message_id = $1 and status = 'waiting' for update`,
    [messageId],
  )
  return job && { ...job, dueAt: new Date(job.dueAt) }
}

export async function deleteJob(em: EntityManager, messageId: string): Promise<void> {
  await sql(em, 'delete from send_job where message_id = $1', [messageId])
}

const leavesQuietHours = `waits_for = 'quiet_hours' and $4 > ${priorityRank.normal}`

/** Changes to a waiting job. Missing fields remain unchanged. `schedule`: when it is due, and whether that is later. `rank`: priority. */
type JobChange = {
  schedule?: { dueAt: Date; scheduled: boolean } | undefined
  expiresAt?: Date | undefined
  rank?: number | undefined
}

/**
 * Changes a waiting job that was never sent. A new schedule replaces what it waited for, and one of high priority no longer waits for quiet
 * hours to end. One that is due at once runs by the clock of Postgres, as the dispatcher does. `requeued` marks such a job, because its id
 * is older.
 */
export async function updateJob(em: EntityManager, messageId: string, change: JobChange): Promise<void> {
  await sql(
    em,
    `update send_job set due_at = coalesce($2, due_at),
       run_at = case when $5 then $2 when not $5 or ${leavesQuietHours} then now() else run_at end,
       waits_for = case when $5 is not null or ${leavesQuietHours} then null else waits_for end,
       requeued = coalesce(not $5, requeued), expires_at = coalesce($3, expires_at), priority = coalesce($4, priority),
       valid_from = case when $2 is null and $3 is null then valid_from end
     where message_id = $1`,
    [
      messageId,
      change.schedule?.dueAt ?? null,
      change.expiresAt ?? null,
      change.rank ?? null,
      change.schedule?.scheduled ?? null,
    ],
  )
}

/** A message to queue again, with its position in its chat and the reason why it waits, if any. */
type RequeuedJob = { row: MessageRow; dueAt: Date; waitsFor: 'window_closed' | null }

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
  expires_at: ['timestamptz', ({ row }) => row.expiresAt],
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
 * is due immediately, or when its window opens. Marks the provider's id for the message as that of an earlier call.
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

/** A message of a post that is sent to another phone number now. */
type Readdressed = { workspace: string; post: string; previous: string; phone: string }

/**
 * Sends messages that were queued again to their chats' current recipients, and tells their posts. During the call, the customer may have
 * changed their phone number, and someone else may have the previous one by now.
 */
export async function readdress(tx: Pick<Tx, 'em' | 'emit'>, messages: readonly string[]): Promise<void> {
  if (messages.length === 0) return
  const ofPosts = await sql<Readdressed>(
    tx.em,
    `with moved as (
       update send_job j set recipient = c.recipient from chat c
       where j.message_id = any($1) and c.workspace_id = j.workspace_id and c.id = j.chat_id and c.recipient <> j.recipient
       returning j.workspace_id, j.message_id, j.recipient, j.post_id, old.recipient as previous
     ), shown as (
       update message m set recipient = r.recipient, phone = case when r.recipient like '+%' then r.recipient else m.phone end,
         version = m.version + 1
       from moved r where m.workspace_id = r.workspace_id and m.id = r.message_id and m.id = any($1)
     )
     select workspace_id as workspace, post_id as post, previous, recipient as phone from moved where post_id is not null`,
    [messages],
  )
  for (const { post, ...change } of ofPosts) announceRecipient(tx, { ...change, posts: [post] })
}
