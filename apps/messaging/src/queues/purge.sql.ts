import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'

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
