import { sql, type Tx } from '@posthorn/chassis'
import { storedProviderError } from '../../messages/advance.ts'
import {
  contextColumns,
  contextJoins,
  inTheirChats,
  type MessageInContext,
  messageColumns,
} from '../../messages/rows.sql.ts'
import type { CallResult } from './call-result.ts'

/** A message whose call has ended. `isLeased` means that the lease was still valid. */
type CalledMessage = MessageInContext & { isLeased: boolean }

/**
 * Ends attempts and locks their rows: jobs, then messages, each in id order. Returns the messages whose lease is still valid, and those whose lease
 * expired while this call's outcome was still unknown.
 */
export async function endAttempts(tx: Tx, batch: CallResult[]): Promise<CalledMessage[]> {
  const rows = await sql<CalledMessage>(
    tx.em,
    `with call as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::integer[])
         as c (attempt_id, outcome, error, workspace_id, message_id, lease_token, attempt)
     ), ended as (
       update send_attempt a set outcome = call.outcome, error = call.error::jsonb, ended_at = now()
       from call where a.id = call.attempt_id and a.id = any($1)
     )
     select ${messageColumns}, ${contextColumns}, j.status = 'calling' as "isLeased"
     from call join send_job j on j.message_id = call.message_id and j.message_id = any($5) and (j.lease_token = call.lease_token
       or (j.status = 'unknown' and j.attempt = call.attempt and call.outcome <> 'unknown'))
     join message m on m.workspace_id = call.workspace_id and m.id = call.message_id and m.id = any($5)
     ${contextJoins}
     order by j.message_id for update of j, m`,
    [
      batch.map(({ job }) => job.attemptId),
      batch.map(({ outcome }) => outcome.outcome),
      batch.map(({ outcome }) => ('error' in outcome ? JSON.stringify(storedProviderError(outcome.error)) : null)),
      batch.map(({ job }) => job.workspaceId),
      batch.map(({ job }) => job.messageId),
      batch.map(({ job }) => job.leaseToken),
      batch.map(({ job }) => job.attempt),
    ],
  )
  return inTheirChats(tx.em, rows)
}
