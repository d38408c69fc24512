import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { expiresInSeconds } from '@posthorn/contracts'

export type PostponedJob = { id: string; until: Date }

/**
 * Holds jobs during quiet hours. A default validity period starts when they may be sent. A validity period chosen by the caller doesn't
 * change.
 */
export async function postponeForQuietHours(em: EntityManager, resting: PostponedJob[]): Promise<void> {
  if (resting.length === 0) return
  await sql(
    em,
    `with rested as (
       update send_job j set run_at = r.until, waits_for = 'quiet_hours', expires_at = case
         when j.expires_at = j.due_at + make_interval(secs => $3) then r.until + make_interval(secs => $3) else j.expires_at end
       from unnest($1::text[], $2::timestamptz[]) as r (id, until) where j.message_id = r.id
       returning j.workspace_id, j.message_id, j.expires_at
     )
     update message m set expires_at = rested.expires_at, version = m.version + 1 from rested
     where m.workspace_id = rested.workspace_id and m.id = rested.message_id and m.expires_at <> rested.expires_at`,
    [resting.map(({ id }) => id), resting.map(({ until }) => until.toISOString()), expiresInSeconds.default],
  )
}

/** Re-checks held jobs after a number's quiet hours changed. Jobs that are still in quiet hours are held again. */
export async function releaseQuietHours(em: EntityManager, numberId: string): Promise<void> {
  await sql(
    em,
    `update send_job set run_at = now() where number_id = $1 and status = 'waiting' and waits_for = 'quiet_hours' and run_at > now()`,
    [numberId],
  )
}
