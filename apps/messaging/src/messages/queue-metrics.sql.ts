import type { EntityManager } from '@mikro-orm/postgresql'
import { type GaugeSample, sql } from '@posthorn/chassis'
import { priorityRank } from './accept.sql.ts'
import { isQueueOpen, leavesDrain, waitsForEarlier } from './queue-conditions.sql.ts'
import { oldestWaits } from './queue-view.sql.ts'

const priorities = Object.entries(priorityRank)

const depth = `select status, priority, count(*)::int as messages from send_job group by 1, 2`

/**
 * The dispatcher looks at a number with due messages many times a second. If nothing blocks a number but the dispatcher hasn't looked at it for
 * seconds, its due messages are stuck. Grouped by priority, like the queue's index.
 */
const stuck = `select coalesce(max(extract(epoch from now() - j.run_at)), 0)::float8 as seconds
  from number_queue l cross join unnest($1::smallint[]) as p (priority) cross join lateral (
    select j.run_at from send_job j
    where j.number_id = l.number_id and j.status = 'waiting' and j.priority = p.priority and j.run_at <= now() and j.expires_at > now()
      and ${leavesDrain('l')}
      and (not j.ordered or not ${waitsForEarlier})
    order by j.run_at limit 1
  ) j
  where ${isQueueOpen} and l.last_served_at < now() - interval '3 seconds'`

/** Measures the queue's size, and how long messages that could be sent have been waiting. */
export async function queueMetrics(em: EntityManager, quarantinedSince: Date | null): Promise<GaugeSample[]> {
  const rows = await sql<{ status: string; priority: number; messages: number }>(em, depth)
  const [oldest] = await sql<{ seconds: number }>(em, stuck, [priorities.map(([, rank]) => rank)])
  const nameOf = new Map<number, string>(priorities.map(([name, rank]) => [rank, name]))
  const unknown = rows.filter(({ status }) => status === 'unknown').reduce((sum, { messages }) => sum + messages, 0)
  return [
    ...rows.map(({ status, priority, messages }) => ({
      name: 'send_queue',
      value: messages,
      labels: { status, priority: nameOf.get(priority) ?? '' },
    })),
    { name: 'send_ready_oldest_seconds', value: oldest?.seconds ?? 0 },
    { name: 'unknown_outcome_open', value: unknown },
    ...[...(await oldestWaits(em, quarantinedSince))].map(([reason, value]) => ({
      name: 'send_waiting_oldest_seconds',
      value,
      labels: { reason },
    })),
  ]
}
