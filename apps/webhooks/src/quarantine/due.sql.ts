import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Deliveries that may have been made by a system that was lost at this time. */
export async function countDue(em: EntityManager, before: Date): Promise<Record<string, number>> {
  const [row] = await sql<{ count: number }>(
    em,
    'select count(*)::int as count from delivery_job where parked_at is null and run_at < $1',
    [before],
  )
  return { deliveries: row?.count ?? 0 }
}

/** Ends them as canceled; each may be delivered by hand. */
export async function cancelDue(em: EntityManager, before: Date): Promise<void> {
  await sql(
    em,
    `with ended as (
       delete from delivery_job where parked_at is null and run_at < $1 returning workspace_id, delivery_id
     )
     update delivery d set state = 'canceled', next_attempt_at = null, completed_at = now()
     from ended e where d.workspace_id = e.workspace_id and d.id = e.delivery_id`,
    [before],
  )
}
