import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { ConnectedRow } from '../numbers/find.ts'

/** A number that is due for a check. */
export type DueNumber = Pick<ConnectedRow, 'workspaceId' | 'id' | 'provider' | 'phoneNumberId' | 'credentials'>

/** Claims the numbers that were not checked for so many seconds by marking them as checked. */
export function claimDueNumbers(
  em: EntityManager,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<DueNumber[]> {
  return sql<DueNumber>(
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
