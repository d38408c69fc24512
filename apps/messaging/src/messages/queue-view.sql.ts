import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTime, sql } from '@posthorn/chassis'
import type { QueueView, Waiting } from './present.ts'

/**
 * Whether the ordered job `j` comes after one of its chat that holds up later ones: not while that waits for the customer, or for the
 * day.
 */
export const waitsForEarlier = `exists (select 1 from send_job e where e.chat_id = j.chat_id and e.ordered
  and e.waits_for is distinct from 'window_closed' and (e.waits_for is distinct from 'quiet_hours' or e.run_at <= now())
  and (e.due_at, e.message_id) < (j.due_at, j.message_id))`

type JobRow = {
  message_id: string
  state: 'waiting' | 'calling' | 'unknown'
  waits_for: 'retry' | 'pair_limit' | 'window_closed' | 'quiet_hours' | 'typing' | null
  run_at: unknown
  due: boolean
  scheduled: boolean
  behind: boolean
  lane_state: string | null
  connected: boolean | null
  blocked_until: unknown
}

/** What the queue knows of these messages: what each waits for, and when it will be tried next. */
export async function queueViews(em: EntityManager, workspace: string, ids: string[]): Promise<Map<string, QueueView>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<JobRow>(
    em,
    `select j.message_id, j.state, j.waits_for, j.run_at, j.run_at <= now() as due, j.due_at > now() as scheduled,
       l.state as lane_state, l.connected, case when l.blocked_until > now() then l.blocked_until end as blocked_until,
       j.ordered and ${waitsForEarlier} as behind
     from send_job j left join lane l on l.number_id = j.number_id
     where j.workspace_id = $1 and j.message_id = any($2)`,
    [workspace, ids],
  )
  return new Map(rows.map((row) => [row.message_id, viewOf(row)]))
}

function viewOf(row: JobRow): QueueView {
  const waiting = reasonOf(row)
  const nextAt = row.state === 'waiting' && row.waits_for === 'retry' ? isoTime(row.run_at) : null
  return { ...(waiting ? { waiting } : {}), ...(nextAt ? { nextAt } : {}) }
}

function reasonOf(row: JobRow): Waiting | undefined {
  const runAt = isoTime(row.run_at) as string
  if (row.state === 'calling') return undefined
  if (row.state === 'unknown') return { reason: 'outcome' }
  if (row.waits_for === 'window_closed') return { reason: 'window_closed' }
  if (row.scheduled) return { reason: 'schedule', until: runAt }
  if (row.lane_state === 'paused') return { reason: 'number_paused' }
  if (!row.connected) return { reason: 'number_offline' }
  if (!row.due) return { reason: row.waits_for ?? 'retry', until: runAt }
  if (row.behind) return { reason: 'order' }
  if (row.blocked_until) return { reason: 'number_offline', until: isoTime(row.blocked_until) as string }
  return { reason: 'pacing' }
}

/** Jobs before one that are counted at most. */
const countedMax = 100_000

/**
 * When a waiting message will leave: what stands before it in its number's queue at the number's rate, not before its own time. Null
 * where nobody can tell: paused, offline, held for the customer, or already on its way.
 */
export async function estimateSendAt(em: EntityManager, workspace: string, id: string): Promise<string | null> {
  const [row] = await sql<{ at: unknown }>(
    em,
    `select greatest(j.run_at, l.blocked_until, now() + make_interval(secs => ahead.count / l.rate_per_second)) as at
     from send_job j join lane l on l.number_id = j.number_id, lateral (
       select count(*) from (
         select 1 from send_job e
         where e.number_id = j.number_id and e.state = 'waiting' and e.run_at <= greatest(now(), j.run_at)
           and (e.priority > j.priority or (e.priority = j.priority and (e.run_at, e.message_id) < (j.run_at, j.message_id)))
         limit ${countedMax}) before
     ) ahead
     where j.workspace_id = $1 and j.message_id = $2 and j.state = 'waiting' and l.connected and l.state <> 'paused'
       and j.waits_for is distinct from 'window_closed'`,
    [workspace, id],
  )
  return isoTime(row?.at)
}
