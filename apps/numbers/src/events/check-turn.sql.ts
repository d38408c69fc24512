import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Counts a number as checked now: the next look at the provider comes a whole interval later, not at once. */
export async function postponeCheck(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'update number set checked_at = now() where id = $1', [numberId])
}

/** Makes it the turn of these numbers, and of those that share their business account in the workspace. */
export async function hastenCheck(em: EntityManager, named: { workspace: string; number: string }[]): Promise<void> {
  await sql(
    em,
    `update number n set checked_at = 'epoch'
     from unnest($1::text[], $2::text[]) as told (workspace_id, id)
     join number o on o.workspace_id = told.workspace_id and o.id = told.id
     where n.workspace_id = o.workspace_id and n.status <> 'disconnected'
       and (n.id = o.id or n.business_account_id = o.business_account_id)`,
    [named.map(({ workspace }) => workspace), named.map(({ number }) => number)],
  )
}
