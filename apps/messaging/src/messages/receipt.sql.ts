import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { MessageRow } from '../entities/message.ts'

/** Queues the read receipt of an incoming message for the provider. */
export async function queueReceipt(em: EntityManager, row: MessageRow): Promise<void> {
  if (!row.providerId) return
  await sql(
    em,
    'insert into receipt_job (message_id, workspace_id, number_id, provider_id) values ($1, $2, $3, $4) on conflict do nothing',
    [row.id, row.workspaceId, row.numberId, row.providerId],
  )
}
