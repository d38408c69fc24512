import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageStatus } from '@posthorn/contracts'
import type { StoredError } from '../entities/message.ts'

/** A participant's receipt of a group message, by phone or provider's user id. */
export type ParticipantReceipt = {
  workspaceId: string
  messageId: string
  participant: string
  statusAt: Partial<Record<MessageStatus, string>>
  error: StoredError | null
}

export function participantsOf(
  em: EntityManager,
  messages: { workspaceId: string; id: string }[],
): Promise<ParticipantReceipt[]> {
  return sql<ParticipantReceipt>(
    em,
    `select p.workspace_id as "workspaceId", p.message_id as "messageId", p.participant, p.status_at as "statusAt", p.error
     from unnest($1::text[], $2::text[]) as m (workspace_id, message_id) join participant_receipt p using (workspace_id, message_id)
     order by p.participant`,
    [messages.map(({ workspaceId }) => workspaceId), messages.map(({ id }) => id)],
  )
}

export async function saveParticipants(em: EntityManager, receipts: ParticipantReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  await sql(
    em,
    `insert into participant_receipt (workspace_id, message_id, participant, status_at, error)
     select workspace_id, message_id, participant, status_at::jsonb, error::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as r (workspace_id, message_id, participant, status_at, error)
     on conflict (workspace_id, message_id, participant) do update set status_at = excluded.status_at, error = excluded.error`,
    [
      receipts.map((receipt) => receipt.workspaceId),
      receipts.map((receipt) => receipt.messageId),
      receipts.map((receipt) => receipt.participant),
      receipts.map((receipt) => JSON.stringify(receipt.statusAt)),
      receipts.map((receipt) => (receipt.error ? JSON.stringify(receipt.error) : null)),
    ],
  )
}
