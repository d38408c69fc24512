import type { EntityManager } from '@mikro-orm/postgresql'
import { type DueThings, isoTimeSql, quarantineVerbs, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

const dueWork: DueThings<MessagingRuntime> = {
  count: countDue,
  giveUp: ({ em, config }, before) => holdDue(em, before, config.UNKNOWN_HOLD_SECONDS),
  loops: ['dispatch', 'reap', 'receipts', 'media'],
}

/** Messages that wait in a restored database may have been sent after its backup. */
export const { get, release } = quarantineVerbs(dueWork)

const due = `status <> 'unknown' and due_at < $1`

/** Counts messages and read receipts that may already have been sent, if the original system was lost at this time. */
async function countDue(em: EntityManager, before: Date): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>>(
    em,
    `select (select count(*)::int from send_job where ${due}) as messages,
       (select count(*)::int from receipt_job where run_at < $1) as receipts`,
    [before],
  )
  return row as Record<string, number>
}

/**
 * Treats due messages as calls with an unknown outcome. A timely status settles them. Otherwise they fail with an unknown outcome, or are
 * sent again if the sender chose that. Counts the call as an attempt, because the next one needs another tag. Drops due receipts.
 */
async function holdDue(em: EntityManager, before: Date, holdSeconds: number): Promise<void> {
  await sql(
    em,
    `with held as (
       update send_job set status = 'unknown', lease_token = null, lease_until = now() + make_interval(secs => $2), waits_for = null,
         attempt = attempt + 1
       where ${due} returning workspace_id, message_id
     )
     update message m set status = 'sending', version = m.version + 1, status_at = m.status_at
       || jsonb_build_object('sending', ${isoTimeSql('now()')})
     from held where m.workspace_id = held.workspace_id and m.id = held.message_id and m.status in ('queued', 'scheduled')`,
    [before, holdSeconds],
  )
  await sql(em, 'delete from receipt_job where run_at < $1', [before])
}
