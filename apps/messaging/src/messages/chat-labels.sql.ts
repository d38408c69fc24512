import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'
import { type ChatKey, chatKey } from './lock-order.sql.ts'

/** Returns the labels that chats have now, by `chatKey`. */
export async function labelsOfChats(em: EntityManager, chats: ChatKey[]): Promise<Map<string, string[]>> {
  const rows = await sql<ChatKey & { labels: string[] }>(
    em,
    `select workspace_id as "workspaceId", number_id as "numberId", recipient, c.label_ids as labels
     from unnest($1::text[], $2::text[], $3::text[]) as p (workspace_id, number_id, recipient) join chat c using (workspace_id, number_id, recipient)`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ numberId }) => numberId),
      chats.map(({ recipient }) => recipient),
    ],
  )
  return new Map(rows.map((row) => [chatKey(row), row.labels]))
}

/** Stores the labels of chats that are locked, and counts their versions on, in the rows too. */
export async function saveLabels(em: EntityManager, chats: ChatRow[]): Promise<void> {
  for (const chat of chats) chat.version += 1
  await sql(
    em,
    `update chat c set labels = l.labels::jsonb, version = l.version, updated_at = now(),
       label_ids = (select array_agg(e->>'id' order by place) from jsonb_array_elements(l.labels::jsonb) with ordinality as t (e, place))
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as l (workspace_id, id, labels, version)
     where c.workspace_id = l.workspace_id and c.id = l.id`,
    [
      chats.map(({ workspaceId }) => workspaceId),
      chats.map(({ id }) => id),
      chats.map(({ labels }) => JSON.stringify(labels)),
      chats.map(({ version }) => version),
    ],
  )
}
