import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** The chat that holds a channel's posts; null before its first post. */
export async function chatOfChannel(em: EntityManager, workspace: string, channel: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    em,
    `select c.id from known_channel k join chat c on c.workspace_id = k.workspace_id and c.number_id = k.number_id and c.recipient = k.id
     where k.workspace_id = $1 and k.id = $2`,
    [workspace, channel],
  )
  return row?.id ?? null
}
