import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Serializes transactions that choose this workspace's default number. */
export async function lockDefault(em: EntityManager, workspaceId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [`default number of ${workspaceId}`])
}
