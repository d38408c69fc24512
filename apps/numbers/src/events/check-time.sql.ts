import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** Marks a number as just checked, so that the next check is a full interval later. */
export async function postponeCheck(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'update number set checked_at = now() where id = $1', [numberId])
}

/** Makes these numbers due for a check, and others of their business account in the workspace. */
export async function expediteCheck(em: EntityManager, keys: { workspace: string; number: string }[]): Promise<void> {
  await sql(
    em,
    `update number n set checked_at = 'epoch'
     from unnest($1::text[], $2::text[]) as key (workspace_id, id)
     join number o on o.workspace_id = key.workspace_id and o.id = key.id
     where n.workspace_id = o.workspace_id and n.status <> 'disconnected'
       and (n.id = o.id or n.business_account_id = o.business_account_id)`,
    [keys.map(({ workspace }) => workspace), keys.map(({ number }) => number)],
  )
}
