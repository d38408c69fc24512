import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, type VerbContext } from '@posthorn/chassis'
import { fail, type messaging, type Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import type { Waiting } from '../messages/present.ts'
import { leavesDrain } from '../messages/queue-conditions.sql.ts'
import { type PacedQueue, queueColumns, queueReason } from '../messages/queue-view.sql.ts'

type Queue = Unfilled<z.output<typeof messaging.queues.get.output>>

type Counts = PacedQueue & {
  number: Queue['number']
  status: Queue['status']
  refuses: boolean
  rate: number
  waiting: number
  scheduled: number
  sending: number
  leaving: number
  oldest_age_ms: number
  posts_waiting: number
}

type Context = Pick<VerbContext<MessagingRuntime>, 'em' | 'workspace' | 'runtime'>

/** Returns a number's current queue. Refuses another workspace's number. */
export async function readQueue(ctx: Context, number: string): Promise<Queue> {
  const [queue] = await readQueues(ctx, [number])
  return queue ?? fail('number:not_found')
}

/** Returns the current queues of these numbers. Skips other workspaces' numbers. */
export async function readQueues({ em, workspace, runtime }: Context, numbers: string[]): Promise<Queue[]> {
  const rows = await sql<Counts>(
    em,
    `select l.number_id as number, l.status, n.refuses, l.rate_per_second as rate, ${queueColumns},
       count(j.message_id) filter (where j.status <> 'calling' and j.due_at <= now())::int as waiting,
       count(j.message_id) filter (where j.due_at > now())::int as scheduled,
       count(j.message_id) filter (where j.status = 'calling')::int as sending,
       count(j.message_id) filter (where j.status = 'waiting' and j.due_at <= now() and j.waits_for is distinct from 'window_closed'
         and ${leavesDrain('l')})::int as leaving,
       coalesce(floor(extract(epoch from now() - min(j.due_at) filter (where j.due_at <= now())) * 1000), 0)::int as oldest_age_ms,
       coalesce((select sum(p.waiting) from known_post p where p.workspace_id = l.workspace_id and p.number_id = l.number_id
         and p.status in ('testing', 'posting')), 0)::int as posts_waiting
     from number_queue l join known_number n on n.workspace_id = l.workspace_id and n.id = l.number_id
     left join send_job j on j.number_id = l.number_id
     where l.workspace_id = $1 and l.number_id = any($2) group by l.workspace_id, l.number_id, n.refuses`,
    [workspace, numbers],
  )
  const since = runtime.quarantine.known()
  return rows.map((row) => presentQueue(row, since))
}

function presentQueue(row: Counts, quarantinedSince: Date | null): Queue {
  const { number, status, refuses, waiting, scheduled, sending, rate: ratePerSecond } = row
  const { oldest_age_ms: oldestAgeMs, posts_waiting: postsWaiting } = row
  const blocked = blockedBy(row, quarantinedSince)
  const pauseMs = blocked?.until === undefined ? 0 : Math.max(0, Date.parse(blocked.until) - Date.now())
  const moves = blocked === null || blocked.reason === 'number_throttled'
  const etaMs = moves ? Math.ceil(((row.leaving + sending + postsWaiting) / ratePerSecond) * 1000 + pauseMs) : null
  return {
    number,
    status,
    refuses,
    waiting,
    scheduled,
    sending,
    oldestAgeMs,
    ratePerSecond,
    postsWaiting,
    etaMs,
    blocked,
  }
}

function blockedBy(row: Counts, quarantinedSince: Date | null): Waiting | null {
  if (quarantinedSince) return { reason: 'quarantine' }
  if (row.status === 'paused') return { reason: 'number_paused' }
  if (!row.connected) return { reason: 'number_offline' }
  return queueReason(row) ?? null
}

/** Sets whether a queue refuses new messages. Returns the previous value. */
export async function setRefuses(
  em: EntityManager,
  { workspace, number, refuses }: { workspace: string; number: string; refuses: boolean },
): Promise<boolean> {
  const [line] = await sql<{ before: boolean }>(
    em,
    'select refuses as before from known_number where workspace_id = $1 and id = $2 for update',
    [workspace, number],
  )
  await sql(em, 'update known_number set refuses = $3 where workspace_id = $1 and id = $2', [
    workspace,
    number,
    refuses,
  ])
  return line?.before ?? false
}

/** Sets a queue's status: `draining` sends what is queued now and holds what comes later. Returns the previous status. */
export async function setQueueStatus(
  em: EntityManager,
  opts: { workspace: string; number: string; status: Queue['status'] },
): Promise<{ before: string | undefined }> {
  const [before] = await sql<{ status: string }>(
    em,
    'select status from number_queue where workspace_id = $1 and number_id = $2 for update',
    [opts.workspace, opts.number],
  )
  await sql(
    em,
    `update number_queue set status = $3, drain_mark = case when $3 = 'draining'
       then (select max(message_id) from send_job where number_id = $2 and due_at <= now()) end
     where workspace_id = $1 and number_id = $2`,
    [opts.workspace, opts.number, opts.status],
  )
  return { before: before?.status }
}

/** Ends messages whose jobs are locked. Returns the ones that were waiting. */
export async function endWaiting(em: EntityManager, workspace: string, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `with gone as (delete from send_job where message_id = any($2))
     update message set status = 'canceled', version = version + 1, status_at = status_at
       || jsonb_build_object('canceled', ${isoTimeSql('now()')})
     where workspace_id = $1 and id = any($2) and status in ('scheduled', 'queued') returning id`,
    [workspace, ids],
  )
  return rows.map(({ id }) => id)
}
