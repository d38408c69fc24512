import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { CanceledJob } from '../posts/known-posts.sql.ts'

export type WaitingFilter = {
  workspace: string
  number: string
  createdBefore?: string | undefined
  phones?: string[] | undefined
  reference?: string | undefined
  includeScheduled: boolean
  /** Only messages to a person, not to a group. */
  directOnly: boolean
}

export type WaitingJob = CanceledJob & { scheduled: boolean }

/** Maximum number of messages in one call, to keep its transaction short. */
export const waitingMax = 20_000

const matching = `from send_job j
  join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
  where j.workspace_id = $1 and j.number_id = $2 and j.status = 'waiting'
    and ($3::timestamptz is null or m.created_at < $3) and ($4::text[] is null or j.recipient = any($4))
    and ($5::text is null or m.reference = $5) and ($6 or j.due_at <= now()) and (not $7 or exists (
      select 1 from chat c where c.workspace_id = j.workspace_id and c.id = j.chat_id and c.type = 'direct'))`

function paramsOf(filter: WaitingFilter): unknown[] {
  return [
    filter.workspace,
    filter.number,
    filter.createdBefore ?? null,
    filter.phones ?? null,
    filter.reference ?? null,
    filter.includeScheduled,
    filter.directOnly,
  ]
}

/** Locks waiting jobs, oldest first. Skips those locked by others, which are being sent. */
export function lockWaiting(em: EntityManager, filter: WaitingFilter): Promise<WaitingJob[]> {
  return sql<WaitingJob>(
    em,
    `select j.message_id as id, j.recipient, j.post_id as post, j.due_at > now() as scheduled ${matching}
     order by j.message_id limit ${waitingMax} for update of j skip locked`,
    paramsOf(filter),
  )
}

export async function countMatching(em: EntityManager, filter: WaitingFilter): Promise<number> {
  const [row] = await sql<{ count: number }>(em, `select count(*)::int as count ${matching}`, paramsOf(filter))
  return row?.count ?? 0
}
