import type { EntityManager } from '@mikro-orm/postgresql'
import { type DueThings, isoTimeSql, quarantineVerbs, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

const dueWork: DueThings<MessagingRuntime> = {
  count: countDue,
  // Interrupted calls first: in their index, the messages that the next step holds would be read again each time.
  giveUp: [
    (em, limits) => holdDue(em, `status = 'calling' and due_at < $1 limit $2`, limits),
    (em, limits) =>
      holdDue(em, `status = 'waiting' and due_at < $1 order by run_at at time zone 'UTC' limit $2`, limits),
    dropReceipts,
  ],
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

type Limits = { before: Date; max: number; config: MessagingRuntime['config'] }

/**
 * Treats the due messages that this condition selects as calls with an unknown outcome. A timely status settles them. Otherwise they fail
 * with an unknown outcome, or are sent again if the sender chose that. Counts the call as an attempt, because the next one needs another tag.
 */
async function holdDue(em: EntityManager, selected: string, { before, max, config }: Limits): Promise<number> {
  const held = await sql(
    em,
    `with held as (
       update send_job set status = 'unknown', lease_token = null, lease_until = now() + make_interval(secs => $3), waits_for = null,
         attempt = attempt + 1
       where message_id in (select message_id from send_job where ${selected}) returning workspace_id, message_id
     ), shown as (
       update message m set status = 'sending', version = m.version + 1, status_at = m.status_at
         || jsonb_build_object('sending', ${isoTimeSql('now()')})
       from held where m.workspace_id = held.workspace_id and m.id = held.message_id and m.status in ('queued', 'scheduled')
     )
     select 1 from held`,
    [before, max, config.UNKNOWN_HOLD_SECONDS],
  )
  return held.length
}

/** Drops due read receipts and typing indicators. Nothing else depends on them, so they get no outcome. */
async function dropReceipts(em: EntityManager, { before, max }: Limits): Promise<number> {
  const dropped = `delete from receipt_job where message_id in (
    select message_id from receipt_job where run_at < $1 order by workspace_id, run_at limit $2) returning 1`
  return (await sql(em, dropped, [before, max])).length
}
