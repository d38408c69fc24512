import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** A message, and how long typing is shown before it. */
type TypingMessage = { workspaceId: string; id: string; numberId: string; seconds: number; dueAt: Date }

/** Delays messages while typing is shown, starting when they are due. The `receipts` loop shows it. */
export async function showTypingBefore(em: EntityManager, typed: TypingMessage[]): Promise<void> {
  if (typed.length === 0) return
  await sql(
    em,
    `with typed as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::timestamptz[]) as t (workspace_id, id, number_id, seconds, due_at)
     ), later as (
       update send_job j set run_at = t.due_at + make_interval(secs => t.seconds), waits_for = 'typing' from typed t where j.message_id = t.id
     )
     insert into receipt_job (message_id, workspace_id, number_id, typing, run_at) select id, workspace_id, number_id, true, due_at from typed
     on conflict (message_id) do update set run_at = excluded.run_at, attempt = 0, lease_token = null`,
    [
      typed.map(({ workspaceId }) => workspaceId),
      typed.map(({ id }) => id),
      typed.map(({ numberId }) => numberId),
      typed.map(({ seconds }) => seconds),
      typed.map(({ dueAt }) => dueAt),
    ],
  )
}
