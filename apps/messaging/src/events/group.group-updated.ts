import { on, sql } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'

/** Tracks groups and whether they accept messages. Their chats show the group's name. */
export const groupFromUpdate = on<'group:updated', MessagingRuntime>('group:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    const { id, number, providerId, name, status } = data
    const [stored] = await sql(
      tx.em,
      `insert into known_group as g (workspace_id, id, version, number_id, provider_id, name, status) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (workspace_id, id) do update set version = excluded.version, number_id = excluded.number_id,
         provider_id = excluded.provider_id, name = excluded.name, status = excluded.status
         where g.version < excluded.version
       returning 1`,
      [workspace, id, aggregate.version, number, providerId, name, status],
    )
    if (!stored || providerId === null) continue
    // Messages that arrived before we knew the group now belong to it.
    await sql(
      tx.em,
      `with named as (
         update chat c set group_id = $3, name = $5, version = c.version + 1, updated_at = now() from chat o
         where c.workspace_id = $1 and c.number_id = $2 and c.recipient = $4 and o.workspace_id = $1 and o.id = c.id
           and (c.group_id is null or c.name is distinct from $5)
         returning c.id, o.group_id is null as is_new
       )
       update message m set group_id = $3 from named
       where named.is_new and m.workspace_id = $1 and m.chat_id = named.id and m.group_id is null`,
      [workspace, number, id, providerId, name],
    )
  }
})
