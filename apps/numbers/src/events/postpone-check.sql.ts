import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Counts a number as checked now: the next look at the provider comes a whole interval later, not at once. */
export async function postponeCheck(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'update number set checked_at = now() where id = $1', [numberId])
}
