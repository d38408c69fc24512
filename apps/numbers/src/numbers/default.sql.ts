import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Makes every other transaction that chooses the default number of this workspace wait until this transaction has ended. */
export async function lockDefault(em: EntityManager, workspaceId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [`default number of ${workspaceId}`])
}
