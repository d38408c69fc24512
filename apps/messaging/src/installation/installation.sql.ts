import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql, type Verb } from '@posthorn/chassis'
import { type Id, idFloor, installationRowsMax, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type BlockedQueue, blockedBy, blockedColumns } from '../messages/queue-view.sql.ts'

const dayMs = 86_400_000
/** Maximum number of attempts read, so that a flood of failures doesn't slow down this report. */
const attemptsMax = 20_000

/** Counts the failed calls of the last 24 hours in all workspaces, among the last `attemptsMax` calls, for operators. */
export const failures: Verb<typeof messaging.installation.failures, MessagingRuntime> = ({ ctx }) =>
  countFailures(ctx.em, idFloor('att', Date.now() - dayMs))

/** Lists the queues of all workspaces with what blocks them, the longest waiting first, for operators. */
export const installedQueues: Verb<typeof messaging.installation.queues, MessagingRuntime> = async ({ ctx }) => {
  const rows = await listQueues(ctx.em, ctx.runtime.quarantine.known() !== null)
  const queues = rows.slice(0, installationRowsMax).map((row) => {
    const { blocked_reason: _reason, blocked_until: _until, ...queue } = row
    return { ...queue, blocked: blockedBy(row)?.reason ?? null }
  })
  return { queues, more: rows.length > installationRowsMax }
}

type InstalledQueue = BlockedQueue & {
  workspace: Id<'ws'>
  number: Id<'num'>
  name: string
  phone: string | null
  status: 'active' | 'paused' | 'draining'
  connected: boolean
  waiting: number
  scheduled: number
  sending: number
  oldestAgeMs: number | null
}

/** Returns the queues of all workspaces, one more than are shown. The queue with the oldest waiting message comes first. */
function listQueues(em: EntityManager, isQuarantined: boolean): Promise<InstalledQueue[]> {
  return sql<InstalledQueue>(
    em,
    `select l.workspace_id as workspace, l.number_id as number, n.name, n.phone, l.status,
       l.connected, ${blockedColumns('$2::boolean')},
       coalesce(q.waiting, 0) as waiting, coalesce(q.scheduled, 0) as scheduled, coalesce(q.sending, 0) as sending,
       floor(extract(epoch from now() - q.oldest) * 1000)::float8 as "oldestAgeMs"
     from number_queue l join known_number n on n.workspace_id = l.workspace_id and n.id = l.number_id
     left join (
       select number_id, count(*) filter (where status <> 'calling' and due_at <= now())::int as waiting,
         count(*) filter (where due_at > now())::int as scheduled, count(*) filter (where status = 'calling')::int as sending,
         min(due_at) filter (where due_at <= now() and status <> 'calling') as oldest
       from send_job group by number_id
     ) q on q.number_id = l.number_id
     order by q.oldest nulls last, l.number_id limit $1`,
    [installationRowsMax + 1, isQuarantined],
  )
}

type FailureCount = {
  workspace: Id<'ws'>
  number: Id<'num'>
  errorCode: string
  count: number
  lastAt: string
  message: Id<'msg'>
}

/** Counts failures among the latest attempts since `fromId` by workspace, number and error, most frequent first. */
function countFailures(em: EntityManager, fromId: string): Promise<FailureCount[]> {
  return sql<FailureCount>(
    em,
    `select a.workspace_id as workspace, m.number_id as number, coalesce(a.error->>'errorCode', 'message:outcome_unknown') as "errorCode",
       count(*)::int as count, ${isoTimeSql('max(a.started_at)')} as "lastAt", max(a.message_id) as message
     from (select * from send_attempt where id >= $1 order by id desc limit $2) a
     join message m on m.workspace_id = a.workspace_id and m.id = a.message_id
     where a.outcome in ('refused', 'throttled', 'not_sent', 'unknown')
     group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit $3`,
    [fromId, attemptsMax, installationRowsMax],
  )
}
