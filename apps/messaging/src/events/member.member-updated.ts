import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Keeps whom chats can be assigned to; chats show the name they have now. */
export const memberFromGateway = on<'member:updated', MessagingRuntime>('member:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    const [stored] = await sql(
      tx.em,
      `insert into member as m (workspace_id, id, version, name, email) values ($1, $2, $3, $4, $5)
       on conflict (workspace_id, id) do update set version = excluded.version, name = excluded.name, email = excluded.email
         where m.version < excluded.version
       returning 1`,
      [workspace, data.id, aggregate.version, data.name, data.email],
    )
    if (!stored) continue
    await sql(
      tx.em,
      `update chat set assignee = $3::jsonb, version = version + 1 where workspace_id = $1 and assignee_id = $2`,
      [workspace, data.id, JSON.stringify(data)],
    )
  }
})
