import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { CalledJob } from './call-result.ts'

/** Jobs in the leases of a process, with the attempt each was about to make. */
export function jobsLeasedBy(em: EntityManager, owner: string): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status = 'calling' and j.lease_owner = $1`, [owner])
}

/** Jobs that were claimed for these attempts, and whose leases may have ended since. */
export function jobsOfAttempts(em: EntityManager, attempts: string[]): Promise<CalledJob[]> {
  return sql<CalledJob>(em, `${claimedJobs} where j.status in ('calling', 'unknown') and a.id = any($1)`, [attempts])
}

const claimedJobs = `select j.message_id as "messageId", j.workspace_id as "workspaceId", j.number_id as "numberId", j.recipient, j.attempt, j.failures,
       j.lease_token as "leaseToken", a.id as "attemptId", m.content, false as "windowClosed", false as probe
     from send_job j
     join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     join send_attempt a on a.workspace_id = j.workspace_id and a.message_id = j.message_id and a.attempt = j.attempt`

/** Ends the leases of a process: the loop that reaps leases takes their jobs as lost. */
export async function endLeases(em: EntityManager, owner: string): Promise<void> {
  await sql(em, `update send_job set lease_until = now() where status = 'calling' and lease_owner = $1`, [owner])
}
