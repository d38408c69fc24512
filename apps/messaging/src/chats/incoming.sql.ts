import type { EntityManager } from '@mikro-orm/postgresql'
import { isoTimeSql, sql } from '@posthorn/chassis'

type Place = { workspace: string; chat: string }

/** Marks received messages read. Returns whether any were unread. */
export async function markIncomingRead(em: EntityManager, { workspace, chat }: Place): Promise<boolean> {
  const rows = await sql(
    em,
    `update message set status = 'read', version = version + 1, status_at = status_at
       || jsonb_build_object('read', ${isoTimeSql('now()')})
     where workspace_id = $1 and chat_id = $2 and direction = 'in' and status = 'received' returning 1`,
    [workspace, chat],
  )
  return rows.length > 0
}

/** Queues a read receipt for the newest incoming message; the provider marks earlier ones read too. Returns false if the customer never wrote. */
export async function queueNewestReceipt(
  em: EntityManager,
  { workspace, chat }: Place,
  opts: { typing: boolean },
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into receipt_job (message_id, workspace_id, number_id, provider_id, typing)
     select id, workspace_id, number_id, provider_id, $3 from message
     where workspace_id = $1 and chat_id = $2 and direction = 'in' and provider_id is not null order by id desc limit 1
     on conflict (message_id) do update set typing = receipt_job.typing or excluded.typing,
       -- A call in progress shows no typing indicator, so release it: another call will.
       lease_token = case when not excluded.typing then receipt_job.lease_token end,
       attempt = case when excluded.typing then 0 else receipt_job.attempt end,
       run_at = case when excluded.typing then now() else receipt_job.run_at end
     returning 1`,
    [workspace, chat, opts.typing],
  )
  return rows.length > 0
}
