import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Returns a message as the provider sent it, or null if that was not kept. */
export async function findRaw(em: EntityManager, { workspaceId, id }: { workspaceId: string; id: string }) {
  const [row] = await sql<{ raw: unknown }>(em, 'select raw from message where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ])
  return row?.raw ?? null
}
