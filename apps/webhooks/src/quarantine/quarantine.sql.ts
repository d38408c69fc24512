import type { EntityManager } from '@mikro-orm/postgresql'
import { type DueThings, quarantineVerbs, sql } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { endJobs } from '../delivery/jobs.sql.ts'

const isDue = 'parked_at is null and run_at < $1'

const firstDue = `select workspace_id, delivery_id from delivery_job where ${isDue} order by endpoint_id, run_at limit $2`

const dueDeliveries: DueThings<WebhooksRuntime> = {
  count: countDue,
  /** Cancels these deliveries. Each can be retried through the API. */
  giveUp: [
    async (em, { before, max }) =>
      (await sql(em, endJobs('canceled', `(workspace_id, delivery_id) in (${firstDue})`), [before, max])).length,
  ],
  loops: ['deliver'],
}

/** A restored database may list deliveries as due even though they were made after the backup was taken. */
export const { get, release } = quarantineVerbs(dueDeliveries)

/** Counts deliveries that may already have been made by a system that was lost at this time. */
async function countDue(em: EntityManager, lostAt: Date): Promise<Record<string, number>> {
  const [row] = await sql<{ count: number }>(em, `select count(*)::int as count from delivery_job where ${isDue}`, [
    lostAt,
  ])
  return { deliveries: row?.count ?? 0 }
}
