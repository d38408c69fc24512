import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ChatRow } from '../entities/chat.ts'

/** The labels that chats have now, by chat. */
export async function labelsOfChats(
  em: EntityManager,
  places: { workspaceId: string; chatId: string }[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; labels: string[] }>(
    em,
    `select c.id, c.label_ids as labels from unnest($1::text[], $2::text[]) as p (workspace_id, id) join chat c using (workspace_id, id)`,
    [places.map(({ workspaceId }) => workspaceId), places.map(({ chatId }) => chatId)],
  )
  return new Map(rows.map(({ id, labels }) => [id, labels]))
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
