import { sql, type Tx } from '@posthorn/chassis'
import { storedProviderError } from '../../messages/advance.ts'
import { contextColumns, contextJoins, type MessageInContext, messageColumns } from '../../messages/rows.sql.ts'
import type { CallResult } from './call-result.ts'

/**
 * Ends the attempts and locks what they were about: job, then message, each in the order of ids. Answers the messages whose lease is
 * still ours; a stale holder changes nothing.
 */
export function endAttempts(tx: Tx, batch: CallResult[]): Promise<MessageInContext[]> {
  return sql<MessageInContext>(
    tx.em,
    `with call as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
         as c (attempt_id, outcome, error, workspace_id, message_id, lease_token)
     ), ended as (
       update send_attempt a set outcome = call.outcome, error = call.error::jsonb, ended_at = now()
       from call where a.id = call.attempt_id and a.id = any($1)
     )
     select ${messageColumns}, ${contextColumns}
     from call join send_job j on j.message_id = call.message_id and j.lease_token = call.lease_token
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
    ],
  )
}
