import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ConnectedRow } from '../numbers/find.ts'

/** A number whose turn it is. */
export type Unchecked = Pick<ConnectedRow, 'workspaceId' | 'id' | 'provider' | 'phoneNumberId' | 'credentials'>

/** Takes the numbers that were not looked at for so many seconds and counts them as looked at, so that no other process takes them. */
export function claimUnchecked(
  em: EntityManager,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<Unchecked[]> {
  return sql<Unchecked>(
    em,
    `update number set checked_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from number
       where status <> 'disconnected' and checked_at < now() - make_interval(secs => $2)
       order by checked_at limit $1 for update skip locked
     )
     returning workspace_id as "workspaceId", id, provider, phone_number_id as "phoneNumberId", credentials`,
    [limit, seconds],
  )
}
